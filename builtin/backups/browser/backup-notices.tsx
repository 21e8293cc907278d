import type { listBackups, RestoreView } from '@spawnpoint/contracts/backups'
import { joinSentences, useCan, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { ROOT_PERMISSION, type ReplyOf } from '@spawnpoint/sdk/common'
import { Alert } from '@spawnpoint/sdk/ui'
import { BackupKeyNotice } from './backup-key.tsx'

const DAY_MS = 24 * 3_600_000

/** How the last restore ended, for a day; one that failed until there is another. */
const LastRestore = ({ last, undo }: { last: RestoreView; undo: string }) => {
  const t = useT()
  const { clock } = useHost()
  const { dateTime } = useFormat()
  const at = dateTime(last.backupAt)
  if (last.state === 'failed')
    return (
      <Alert tone="danger" title={t('restore.failed', { name: at })}>
        {joinSentences([
          t(`restore.reasons.${last.reason ?? 'unexpected'}`, { part: last.part ?? '' }),
          t('restore.unchanged'),
        ])}
      </Alert>
    )
  if (last.state !== 'done' || clock.now() - Date.parse(last.requestedAt) > DAY_MS) return null
  return (
    <Alert tone="success" title={t('restore.done', { name: at })}>
      {t('restore.undo', { command: undo })}
    </Alert>
  )
}

/** Notices about the backups as a whole. */
export const BackupNotices = ({ list }: { list: ReplyOf<typeof listBackups> }) => {
  const t = useT()
  const isRoot = useCan(ROOT_PERMISSION)
  const { obstacle, last, commands } = list.restore
  return (
    <>
      {last && <LastRestore last={last} undo={commands.undo} />}
      <BackupKeyNotice isShown={list.key.isShown || list.key.source === 'environment'} />
      {list.filesElsewhere !== null && (
        <Alert tone="warning" title={t('elsewhere.title')}>
          {t('elsewhere.text', { bucket: list.filesElsewhere })}
        </Alert>
      )}
      {isRoot && obstacle !== null && <Alert>{t(`restore.obstacles.${obstacle}`, commands)}</Alert>}
    </>
  )
}
