import type { BackupView } from '@spawnpoint/contracts/backups'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { ProgressBar, Status, type Tone } from '@spawnpoint/sdk/ui'
import { isActive, useBackupTexts } from './backup-texts.ts'

const Running = ({ state, progress }: BackupView) => {
  const t = useT()
  const { percent } = useFormat()
  return (
    <div className="w-44 max-w-full">
      <ProgressBar
        label={t(`states.${state}`)}
        value={state === 'queued' ? undefined : (progress ?? 0)}
        note={state === 'queued' ? undefined : percent(progress ?? 0)}
      />
    </div>
  )
}

const toneOf = ({ state, check }: BackupView): Tone => {
  if (state !== 'done') return state === 'missing' ? 'warning' : 'danger'
  return check === 'restored' ? 'success' : 'warning'
}

/** State and check of a backup, as one badge. */
export const BackupBadge = ({ backup }: { backup: BackupView }) => {
  const t = useT()
  const { state, check } = backup
  if (isActive(backup)) return <Running {...backup} />
  return <Status tone={toneOf(backup)}>{t(state === 'done' ? `checks.${check}` : `states.${state}`)}</Status>
}

/** The badge, and below it when the backup was checked, or what went wrong. */
export const BackupState = ({ backup }: { backup: BackupView }) => {
  const t = useT()
  const { ago, dateTime } = useFormat()
  const texts = useBackupTexts()
  const { state, checkedAt, checkMs } = backup
  const failure = texts.failure(backup)
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <BackupBadge backup={backup} />
      {failure && <p className="text-xs break-words whitespace-normal text-muted">{failure}</p>}
      {state === 'done' && checkedAt && checkMs !== null && (
        <p className="text-xs text-muted" title={dateTime(checkedAt)}>
          {t('checkedIn', { ago: ago(checkedAt), seconds: texts.seconds(checkMs) })}
        </p>
      )}
    </div>
  )
}
