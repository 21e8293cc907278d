import { digests } from '@spawnpoint/contracts/notifications'
import { useT } from '@spawnpoint/sdk/browser'
import { Button, Card, Select, Switch, TextField } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { useChangeRoutine, type Routine } from './use-routine.ts'

const shown = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const minuteOf = (time: string): number | null => {
  const [hour, minute] = time.split(':').map(Number)
  return hour === undefined || minute === undefined || Number.isNaN(hour + minute) ? null : hour * 60 + minute
}

const hereZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** When emails, push and Discord may be used. */
export const TimesCard = ({ stored: { quiet, timeZone, digest } }: { stored: Routine }) => {
  const t = useT()
  const { save, isPending } = useChangeRoutine()
  const [times, setTimes] = useState({ from: shown(quiet?.from ?? 22 * 60), to: shown(quiet?.to ?? 8 * 60) })
  const [from, to] = [minuteOf(times.from), minuteOf(times.to)]
  const saveQuiet = () =>
    from !== null && to !== null && from !== to && save({ quiet: { from, to }, timeZone: hereZone() })
  return (
    <Card title={t('routine.times')} description={t('routine.timesText')}>
      <div className="grid gap-4">
        <Switch
          label={t('routine.quiet')}
          checked={quiet !== null}
          disabled={isPending}
          onChange={({ target }) => void (target.checked ? saveQuiet() : save({ quiet: null }))}
        />
        {quiet && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={t('routine.from')}
              type="time"
              value={times.from}
              onChange={({ target }) => setTimes({ ...times, from: target.value })}
              onBlur={() => void saveQuiet()}
            />
            <TextField
              label={t('routine.to')}
              type="time"
              hint={t('routine.zone', { zone: timeZone })}
              value={times.to}
              onChange={({ target }) => setTimes({ ...times, to: target.value })}
              onBlur={() => void saveQuiet()}
            />
          </div>
        )}
        <Select
          label={t('routine.digest')}
          hint={t('routine.digestHint')}
          value={digest}
          options={digests.map((value) => ({ value, label: t(`routine.digests.${value}`) }))}
          // The options are these.
          onChange={({ target }) =>
            void save({ digest: target.value as Routine['digest'], timeZone: hereZone() })
          }
        />
      </div>
    </Card>
  )
}

/** The Discord channel of the person's own. */
export const DiscordCard = ({ stored: { hasDiscord } }: { stored: Routine }) => {
  const t = useT()
  const { save, isPending } = useChangeRoutine()
  const [address, setAddress] = useState('')
  return (
    <Card title={t('routine.discord')} description={t('routine.discordText')}>
      {hasDiscord ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span>{t('routine.discordOn')}</span>
          <Button loading={isPending} onClick={() => void save({ discordWebhook: null })}>
            {t('routine.discordRemove')}
          </Button>
        </div>
      ) : (
        <form
          className="sp-form"
          onSubmit={(event) => {
            event.preventDefault()
            if (address.trim() !== '')
              void save({ discordWebhook: address.trim() }).then((is) => is && setAddress(''))
          }}
        >
          <TextField
            label={t('routine.webhook')}
            hint={t('routine.webhookHint')}
            type="url"
            autoComplete="off"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
          />
          <div className="sp-form-actions">
            <Button type="submit" loading={isPending} disabled={address.trim() === ''}>
              {t('routine.connect')}
            </Button>
          </div>
        </form>
      )}
    </Card>
  )
}
