import {
  Slot,
  useContributions,
  useT,
  type HomeAttention,
  type HomeAttentionProps,
} from '@spawnpoint/sdk/browser'
import { Card, LinkButton, Skeleton } from '@spawnpoint/sdk/ui'
import { CircleCheck, AlertTriangle } from '@spawnpoint/sdk/ui/icons'
import {
  createContext,
  useCallback,
  useContext,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
  type ComponentProps,
} from 'react'
import { CoveredChecks } from './covered-checks.ts'
import { usePatience } from './use-patience.ts'

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

/** Tells that a contribution knows its lines, and which health checks they stand for. */
const Arrival = createContext<(id: string, covers: string) => void>(() => undefined)

const Lines = ({ items }: ComponentProps<HomeAttentionProps['Lines']>) => {
  const id = useId()
  const arrive = useContext(Arrival)
  const isKnown = items !== undefined
  const covers = (items ?? []).flatMap((item) => item.covers ?? []).join(' ')
  useLayoutEffect(() => (isKnown ? arrive(id, covers) : undefined), [isKnown, arrive, id, covers])
  return items?.map((item) => <Line key={item.id} {...item} />)
}

const useArrivals = (expected: number) => {
  const isOver = usePatience()
  const [arrived, setArrived] = useState<ReadonlyMap<string, string>>(new Map())
  const arrive = useCallback(
    (id: string, covers: string) => setArrived((all) => new Map(all).set(id, covers)),
    [],
  )
  const covered = useMemo(
    () => new Set([...arrived.values()].flatMap((covers) => covers.split(' '))),
    [arrived],
  )
  return { isComplete: isOver || arrived.size >= expected, arrive, covered }
}

/**
 * Problems that staff should look at, contributed by the plugins that know them. They are shown once all are known, and
 * so is what follows, whose place depends on their number.
 */
export const Attention = () => {
  const t = useT()
  const { length } = useContributions('slot', 'admin.home.attention')
  const { isComplete, arrive, covered } = useArrivals(length)
  if (length === 0) return null
  return (
    <div className={isComplete ? '' : '[&~*]:invisible'}>
      <Card title={t('attention.title')} flush>
        {!isComplete && (
          <div className="px-4 py-3" aria-hidden="true">
            <Skeleton lines={2} />
          </div>
        )}
        <ul className="peer" hidden={!isComplete}>
          <Arrival value={arrive}>
            <CoveredChecks value={covered}>
              <Slot name="admin.home.attention" Lines={Lines} />
            </CoveredChecks>
          </Arrival>
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
