import type { BackupView } from '@spawnpoint/contracts/backups'
import { useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, Code, Dialog, TextField } from '@spawnpoint/sdk/ui'
import { History } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { useBackupTexts } from './backup-texts.ts'

interface RestoreDialogProps {
  readonly backup: BackupView
  readonly isPending: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Says what a restore costs, and asks for the backup's name before it goes on. */
export const RestoreDialog = ({ backup, isPending, onConfirm, onClose }: RestoreDialogProps) => {
  const t = useT()
  const { nameOf } = useBackupTexts()
  const [typed, setTyped] = useState('')
  const isNamed = typed.trim() === backup.name
  return (
    <Dialog
      open
      onClose={onClose}
      icon={<History aria-hidden />}
      title={t('restore.title', { name: nameOf(backup) })}
      description={t('restore.text')}
      dismissable={!isPending}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {t('restore.cancel')}
          </Button>
          <Button variant="danger" disabled={!isNamed} loading={isPending} onClick={onConfirm}>
            {t('restore.confirm')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Alert tone="danger" title={t('restore.lost', { name: nameOf(backup) })}>
          {t('restore.lostText')}
        </Alert>
        <ul className="list-disc space-y-1 ps-5 text-sm text-muted">
          <li>{t('restore.closed')}</li>
          <li>{t('restore.sessions')}</li>
          <li>{t('restore.kept')}</li>
        </ul>
        <div className="grid gap-2">
          <p className="text-sm">{t('restore.type')}</p>
          <Code block>{backup.name}</Code>
          <TextField
            label={t('restore.name')}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      </div>
    </Dialog>
  )
}
