import { readOwnBounce, retryOwnAddress } from '@spawnpoint/contracts/mail'
import { useExplain, useHost, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { DataProvider, useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, LinkButton } from '@spawnpoint/sdk/ui'

const Notice = () => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const account = useOpenPath()('account')
  const { data } = useEndpoint(readOwnBounce)
  const retry = useAction(retryOwnAddress, { refreshes: [readOwnBounce] })
  if (!data?.bounced) return null
  const { address, reason } = data.bounced
  const send = () =>
    retry.mutate(
      {},
      {
        onSuccess: () => {
          host.notify.toast({ title: t('bounce.sent', { address }), tone: 'success' })
          void host.refreshSession('refresh')
        },
        onError: (error) => host.notify.toast({ title: explain(error), tone: 'danger' }),
      },
    )
  return (
    <div className="mb-4">
      <Alert
        tone="warning"
        title={t('bounce.title', { address })}
        action={
          <span className="flex flex-wrap gap-2">
            {account !== null && (
              <LinkButton size="sm" to={`${account}#profile`}>
                {t('bounce.change')}
              </LinkButton>
            )}
            <Button size="sm" variant="ghost" loading={retry.isPending} onClick={send}>
              {t('bounce.retry')}
            </Button>
          </span>
        }
      >
        <p>{t('bounce.text')}</p>
        <p className="sp-hint wrap-anywhere">{reason}</p>
      </Alert>
    </div>
  )
}

/** Tells somebody that no email reaches them, and lets them mend it. */
export default function BounceBanner() {
  return (
    <DataProvider>
      <Notice />
    </DataProvider>
  )
}
