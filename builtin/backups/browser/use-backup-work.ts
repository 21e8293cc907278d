import {
  checkBackup,
  createBackup,
  deleteBackup,
  listBackups,
  prepareDownload,
  readBackupStatus,
  type BackupView,
} from '@spawnpoint/contracts/backups'
import { useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { useBackupTexts } from './backup-texts.ts'

/** A link with `download` saves the answer where the page stays. */
function save(path: string) {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
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
    create: () => void attempt(() => create.mutateAsync({}), t('created')),
    check: ({ id }: BackupView) => void attempt(() => check.mutateAsync({ params: { id } })),
    download: ({ id }: BackupView) =>
      void attempt(async () => {
        const { path } = await reauthenticate(() => download.mutateAsync({ params: { id } }))
        save(path)
      }),
    remove: (backup: BackupView) =>
      attempt(
        () => reauthenticate(() => remove.mutateAsync({ params: { id: backup.id } })),
        t('deleted', { name: nameOf(backup) }),
      ),
  }
}
