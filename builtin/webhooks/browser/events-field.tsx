import { ALL_EVENTS, webhookEvents } from '@spawnpoint/contracts/webhooks/schemas'
import { useT } from '@spawnpoint/sdk/browser'
import { Checkbox } from '@spawnpoint/sdk/ui'

/** The events that a field holds. */
const eventsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []

/** Every event, or some to tick. */
export const EventsField = ({
  value,
  error,
  change,
}: {
  value: unknown
  error: string | undefined
  change: (events: readonly string[]) => void
}) => {
  const t = useT()
  const picked = eventsOf(value)
  const isEvery = picked.includes(ALL_EVENTS)
  const toggle = (event: string, on: boolean) =>
    change(on ? [...picked, event] : picked.filter((each) => each !== event))
  return (
    <fieldset className="mt-3 grid gap-2" aria-invalid={error !== undefined}>
      <legend className="mb-2 text-sm font-medium">{t('fields.events')}</legend>
      <Checkbox
        label={t('events.all')}
        checked={isEvery}
        onChange={({ target }) => change(target.checked ? [ALL_EVENTS] : [])}
      />
      {!isEvery && (
        <div className="grid gap-2 sm:grid-cols-2">
          {webhookEvents.map((event) => (
            <Checkbox
              key={event}
              label={t(`events.${event.replace('.', '_')}`)}
              hint={<code className="font-mono text-xs">{event}</code>}
              checked={picked.includes(event)}
              onChange={({ target }) => toggle(event, target.checked)}
            />
          ))}
        </div>
      )}
      {error !== undefined && (
        <p className="text-sm text-danger" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
