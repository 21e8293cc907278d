import { listBackups, showBackupKey } from '@spawnpoint/contracts/backups'
import { useCan, useExplain, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button, Code, CopyButton, Dialog } from '@spawnpoint/sdk/ui'
import { Download, KeyRound } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'

const KeyDialog = ({ value, onClose }: { value: string; onClose: () => void }) => {
  const t = useT()
  return (
    <Dialog
      open
      onClose={onClose}
      icon={<KeyRound aria-hidden />}
      title={t('key.title')}
      description={t('key.text')}
      dismissable={false}
      footer={
        <>
          <CopyButton value={value} label={t('key.copy')} />
          <a
            className="sp-button sp-button-secondary sp-button-sm"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`BACKUP_KEY=${value}\n`)}`}
            download="backup-key.txt"
          >
            <Download aria-hidden />
            {t('key.download')}
          </a>
          <Button variant="primary" onClick={onClose}>
            {t('key.saved')}
          </Button>
        </>
      }
    >
      <Code block>{value}</Code>
    </Dialog>
  )
}

/** Offers the key as long as nobody has seen it: without it, no backup can be restored on another machine. */
export const BackupKeyNotice = ({ isShown }: { isShown: boolean }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const isRoot = useCan(ROOT_PERMISSION)
  const show = useAction(showBackupKey, { refreshes: [listBackups] })
  const [key, setKey] = useState<string | null>(null)
  const run = async () => {
    try {
      setKey((await reauthenticate(() => show.mutateAsync({}))).key)
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  const button = (
    <Button size="sm" loading={show.isPending} onClick={() => void run()}>
      {t('key.show')}
    </Button>
  )
  return (
    <>
      {!isShown && (
        <Alert tone="warning" title={t('key.missing')} action={isRoot && button}>
          {isRoot ? t('key.why') : t('key.whyOther')}
        </Alert>
      )}
      {key !== null && <KeyDialog value={key} onClose={() => setKey(null)} />}
    </>
  )
}
