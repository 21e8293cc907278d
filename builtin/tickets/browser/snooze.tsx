import type { changeTicket } from '@spawnpoint/contracts/tickets'
import { useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import type { CallOf } from '@spawnpoint/sdk/common'
import { Alert, Button, Dialog } from '@spawnpoint/sdk/ui'

const HOUR_MS = 3_600_000

/** How long a ticket can leave the queue by one click, in hours, each with the text below `snooze.for`. */
const spans = [
  { hours: 3, text: 'hours3' },
  { hours: 24, text: 'day1' },
  { hours: 72, text: 'days3' },
  { hours: 168, text: 'week1' },
  { hours: 720, text: 'days30' },
] as const

type Until = Pick<NonNullable<CallOf<typeof changeTicket>['body']>, 'snoozedUntil'>

/** Asks how long a ticket leaves the queue. */
export const SnoozeDialog = ({
  onClose,
  onChoose,
  isSaving,
}: {
  onClose: () => void
  onChoose: (until: Until) => void
  isSaving: boolean
}) => {
  const t = useT()
  const { dateTime } = useFormat()
  const { clock } = useHost()
  return (
    <Dialog open onClose={onClose} title={t('snooze.title')} description={t('snooze.text')} size="sm">
      <div className="grid gap-2">
        {spans.map(({ hours, text }) => {
          const until = clock.now() + hours * HOUR_MS
          return (
            <Button
              key={text}
              block
              className="justify-start"
              disabled={isSaving}
              onClick={() => onChoose({ snoozedUntil: new Date(until).toISOString() })}
            >
              <span className="w-32 text-start">{t(`snooze.for.${text}`)}</span>
              <span className="font-normal text-muted">{dateTime(until)}</span>
            </Button>
          )
        })}
      </div>
    </Dialog>
  )
}

/** Says until when a ticket has left the queue, and brings it back. */
export const SnoozedAlert = ({
  until,
  onWake,
  isSaving,
}: {
  until: string
  onWake: (until: Until) => void
  isSaving: boolean
}) => {
  const t = useT()
  const { dateTime } = useFormat()
  return (
    <Alert
      tone="info"
      title={t('snooze.until', { at: dateTime(until) })}
      action={
        <Button size="sm" loading={isSaving} onClick={() => onWake({ snoozedUntil: null })}>
          {t('snooze.wake')}
        </Button>
      }
    >
      {t('snooze.text')}
    </Alert>
  )
}
