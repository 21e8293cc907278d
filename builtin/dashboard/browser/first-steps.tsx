import { useContributions, useHost, useSession, useT, type FirstStepProps } from '@spawnpoint/sdk/browser'
import { Card, IconButton } from '@spawnpoint/sdk/ui'
import { Check, X } from '@spawnpoint/sdk/ui/icons'
import { createContext, useContext, useLayoutEffect, useState, type ComponentProps } from 'react'

const useDismissedKey = () => `first_steps_dismissed:${useSession(({ user }) => String(user['uuid'] ?? ''))}`

/** An older account needs no introduction, even where it has nothing. */
const newForMs = 14 * 86_400_000

interface Place {
  readonly id: string
  readonly number: number
  readonly report: (id: string, isDone: boolean | null) => void
}

const StepPlace = createContext<Place>({ id: '', number: 0, report: () => undefined })

const Step = ({ title, text, isDone, action }: ComponentProps<FirstStepProps['Step']>) => {
  const t = useT('dashboard')
  const { id, number, report } = useContext(StepPlace)
  useLayoutEffect(() => report(id, isDone), [id, isDone, report])
  return (
    <div className="flex min-w-0 gap-3">
      <span
        aria-hidden
        className={`grid size-7 flex-none place-items-center rounded-full text-sm font-semibold ${isDone ? 'bg-success/16 text-success' : 'bg-accent/16 text-accent-text'}`}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <div className="flex min-w-0 flex-col items-start gap-2">
        <div>
          <h3 className={`font-semibold ${isDone ? 'text-muted' : ''}`}>
            {title} {isDone && <span className="sp-hidden">{t('steps.done')}</span>}
          </h3>
          <p className="sp-hint">{text}</p>
        </div>
        {/* The height of a button is held while it is not known whether there is something to do. */}
        {isDone === null ? <span className="h-7 pointer-coarse:h-9" /> : action}
      </div>
    </div>
  )
}

const useIsNew = (): boolean => {
  const { clock } = useHost()
  const since = useSession(({ user }) => user['first_seen'])
  // Read once: a page that stays open must not lose the card.
  const [now] = useState(() => clock.now())
  return typeof since === 'string' && now - Date.parse(since) < newForMs
}

/** The first steps of a new customer: each plugin adds its own, and the card goes once all are done. */
export const FirstSteps = () => {
  const t = useT()
  const { storage } = useHost()
  const dismissedKey = useDismissedKey()
  const steps = useContributions('slot', 'dashboard.steps')
  const isNew = useIsNew()
  const [isDismissed, setDismissed] = useState(() => storage.get(dismissedKey) === 'true')
  const [states, setStates] = useState<Readonly<Record<string, boolean | null>>>({})
  const [report] = useState(
    () => (id: string, isDone: boolean | null) => setStates((now) => ({ ...now, [id]: isDone })),
  )
  if (isDismissed || !isNew || steps.length === 0) return null
  const isOver = steps.every(({ id }) => states[id] === true)
  const dismiss = () => {
    storage.set(dismissedKey, 'true')
    setDismissed(true)
  }
  return (
    <div hidden={isOver} className="[&:has(.sp-pending)~*]:invisible">
      <Card
        title={t('steps.title')}
        actions={
          <IconButton label={t('steps.dismiss')} size="sm" icon={<X aria-hidden />} onClick={dismiss} />
        }
      >
        <ol className="grid gap-5 lg:grid-cols-3">
          {steps.map(({ id, Component }, at) => (
            // The height of a step is held until its code is there.
            <li key={id} className="min-h-22">
              <StepPlace value={{ id, number: at + 1, report }}>
                <Component Step={Step} />
              </StepPlace>
            </li>
          ))}
        </ol>
      </Card>
    </div>
  )
}
