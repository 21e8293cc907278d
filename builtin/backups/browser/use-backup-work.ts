import {
  checkBackup,
  createBackup,
  deleteBackup,
  listBackups,
  prepareDownload,
  readBackupStatus,
  restoreBackup,
  type BackupView,
} from '@spawnpoint/contracts/backups'
import { useExplain, useHost, useReauthenticate, useT, type BrowserHost } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { useBackupTexts } from './backup-texts.ts'

/** A link with `download` saves the answer where the page stays. */
function save(path: string) {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}

const LOOK_MS = 1_000

/** The process that answered is about to end: between it and the next one, a page that is opened would be an error. */
async function untilAnswered(
  { fetch, clock }: Pick<BrowserHost, 'fetch' | 'clock'>,
  path: string,
): Promise<void> {
  const look = () =>
    fetch(path).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await look())) await new Promise<void>((resolve) => clock.setTimeout(resolve, LOOK_MS))
}

/** The actions of the page, each with its toast. */
export function useBackupWork() {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const { nameOf } = useBackupTexts()
  const refreshes = [listBackups, readBackupStatus]
  const create = useAction(createBackup, { refreshes })
  const check = useAction(checkBackup, { refreshes })
  const remove = useAction(deleteBackup, { refreshes })
  const download = useAction(prepareDownload)
  const restore = useAction(restoreBackup)
  const attempt = async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    try {
      await work()
      if (done) host.notify.toast({ title: done, tone: 'success' })
      return true
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
      return false
    }
  }
  return {
    isCreating: create.isPending,
    isDeleting: remove.isPending,
    isRestoring: restore.isPending || restore.isSuccess,
    create: () => void attempt(() => create.mutateAsync({}), t('created')),
    check: ({ id }: BackupView) => void attempt(() => check.mutateAsync({ params: { id } })),
    download: ({ id }: BackupView) =>
      void attempt(async () => {
        const { path } = await reauthenticate(() => download.mutateAsync({ params: { id } }))
        save(path)
      }),
    /** Leaves the dashboard for the page that shows the restore: this one is about the database that goes. */
    restore: ({ id, name }: BackupView) =>
      attempt(async () => {
        const { path } = await reauthenticate(() => restore.mutateAsync({ params: { id }, body: { name } }))
        await untilAnswered(host, path)
        location.assign(path)
      }),
    remove: (backup: BackupView) =>
      attempt(
        () => reauthenticate(() => remove.mutateAsync({ params: { id: backup.id } })),
        t('deleted', { name: nameOf(backup) }),
      ),
  }
}
