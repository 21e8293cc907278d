import { clearUserBounce, readUserBounce } from '@spawnpoint/contracts/mail'
import { useExplain, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button } from '@spawnpoint/sdk/ui'

/** Tells staff that a customer's address bounces, and sends to it again if they want. */
export const UserBounce = ({ user }: { user: string }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const { dateTime } = useFormat()
  const call = { params: { user } }
  const { data } = useEndpoint(readUserBounce, call)
  const clear = useAction(clearUserBounce, { refreshes: [readUserBounce] })
  if (!data?.bounced) return null
  const { address, reason, since } = data.bounced
  const allow = () =>
    clear.mutate(call, {
      onSuccess: () => host.notify.toast({ title: t('staff.bounce.cleared', { address }), tone: 'success' }),
      onError: (error) => host.notify.toast({ title: explain(error), tone: 'danger' }),
    })
  return (
    <div className="mb-4">
      <Alert
        tone="warning"
        title={t('staff.bounce.userTitle', { address })}
        action={
          <Button size="sm" loading={clear.isPending} onClick={allow}>
            {t('staff.bounce.clear')}
          </Button>
        }
      >
        <p>{t('staff.bounce.userText', { date: dateTime(since) })}</p>
        <p className="sp-hint wrap-anywhere">{reason}</p>
      </Alert>
    </div>
  )
}
