import { shareLogs, type ShownLine } from '@spawnpoint/contracts/admin-home'
import { useExplain, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button, CopyButton, Dialog } from '@spawnpoint/sdk/ui'
import { Upload } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'

const SharedLink = ({ url }: { url: string }) => {
  const t = useT()
  return (
    <div className="flex items-center gap-2">
      <a className="sp-link min-w-0 truncate" href={url} target="_blank" rel="noreferrer">
        {url}
      </a>
      <CopyButton value={url} label={t('logs.copy')} />
    </div>
  )
}

type Share = { readonly lines: readonly ShownLine[]; readonly host: string }

const ShareDialog = ({ lines, host, onClose }: Share & { onClose: () => void }) => {
  const t = useT()
  const explain = useExplain()
  const share = useAction(shareLogs)
  const upload = () => {
    const ids = lines.map(({ id }) => id)
    share.mutate({ body: { oldest: Math.min(...ids), newest: Math.max(...ids) } })
  }
  const url = share.data?.url
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!share.isPending}
      title={t(url ? 'logs.sharedTitle' : 'logs.shareTitle')}
      description={url ? t('logs.shared', { host }) : t('logs.shareText', { host, value: lines.length })}
      footer={
        url ? (
          <Button onClick={onClose}>{t('logs.close')}</Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={share.isPending}>
              {t('logs.cancel')}
            </Button>
            <Button variant="primary" loading={share.isPending} onClick={upload}>
              {t('logs.upload')}
            </Button>
          </>
        )
      }
    >
      {share.error && <Alert tone="danger">{explain(share.error)}</Alert>}
      {url && <SharedLink url={url} />}
    </Dialog>
  )
}

/** Uploads the shown lines to a paste service, once somebody has read what that means. */
export const ShareLog = ({ lines, host }: Share) => {
  const t = useT()
  // Share the entries that were visible when the dialog opened, even if new ones arrive.
  const [asked, setAsked] = useState<Share | null>(null)
  return (
    <>
      <Button size="sm" icon={<Upload aria-hidden />} onClick={() => setAsked({ lines, host })}>
        {t('logs.share')}
      </Button>
      {asked && <ShareDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}
