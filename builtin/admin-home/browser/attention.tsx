import {
  useContributions,
  useHost,
  useT,
  type HomeAttention,
  type HomeAttentionProps,
} from '@spawnpoint/sdk/browser'
import { Card, LinkButton, Skeleton } from '@spawnpoint/sdk/ui'
import { CircleCheck, AlertTriangle } from '@spawnpoint/sdk/ui/icons'
import { createContext, useContext, useEffect, useLayoutEffect, useState, type ComponentProps } from 'react'

const tones = { danger: 'text-danger', warning: 'text-warning' } as const

const Line = ({ title, text, tone, action, to }: HomeAttention) => (
  <li className="flex items-center gap-3 border-b border-border px-4 py-2.5 last:border-0">
    <AlertTriangle className={`size-4 flex-none ${tones[tone]}`} aria-hidden />
    <div className="min-w-0 flex-1 text-sm">
      <p className="font-medium">{title}</p>
      {text && <p className="text-xs break-words text-muted">{text}</p>}
    </div>
    {action && to && (
      <LinkButton size="sm" to={to} aria-label={`${action}: ${title}`}>
        {action}
      </LinkButton>
    )}
  </li>
)

/** Tells that a contribution knows its lines. */
const Arrival = createContext<() => void>(() => undefined)

const Lines = ({ items }: ComponentProps<HomeAttentionProps['Lines']>) => {
  const arrive = useContext(Arrival)
  const isKnown = items !== undefined
  useLayoutEffect(() => (isKnown ? arrive() : undefined), [isKnown, arrive])
  return items?.map((item) => <Line key={item.id} {...item} />)
}

/** What does not answer is not waited for. */
const PATIENCE_MS = 4_000

const useArrivals = (expected: readonly string[]) => {
  const { clock } = useHost()
  const [isOver, setOver] = useState(false)
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const timer = clock.setTimeout(() => setOver(true), PATIENCE_MS)
    return () => clock.clearTimeout(timer)
  }, [clock])
  const [arrivalOf] = useState(() => {
    const known = new Map<string, () => void>()
    return (id: string) => {
      const arrive = known.get(id) ?? (() => setArrived((all) => new Set(all).add(id)))
      known.set(id, arrive)
      return arrive
    }
  })
  return { isComplete: isOver || expected.every((id) => arrived.has(id)), arrivalOf }
}

/**
 * Problems that staff should look at, contributed by the plugins that know them. They are shown once all are known, and
 * so is what follows, whose place depends on their number.
 */
export const Attention = () => {
  const t = useT()
  const contributed = useContributions('slot', 'admin.home.attention')
  const { isComplete, arrivalOf } = useArrivals(contributed.map(({ id }) => id))
  if (contributed.length === 0) return null
  return (
    <div className={isComplete ? '' : '[&~*]:invisible'}>
      <Card title={t('attention.title')} flush>
        {!isComplete && (
          <div className="px-4 py-3" aria-hidden="true">
            <Skeleton lines={2} />
          </div>
        )}
        <ul className="peer" hidden={!isComplete}>
          {contributed.map(({ id, Component }) => (
            <Arrival key={id} value={arrivalOf(id)}>
              <Component Lines={Lines} />
            </Arrival>
          ))}
        </ul>
        {isComplete && (
          <p className="hidden items-center gap-2 px-4 py-3.5 text-sm text-muted peer-empty:flex">
            <CircleCheck className="size-4 text-success" aria-hidden />
            {t('attention.none')}
          </p>
        )}
      </Card>
    </div>
  )
}
