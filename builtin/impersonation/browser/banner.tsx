import { stopImpersonation } from '@spawnpoint/contracts/impersonation'
import { useExplain, useHost, useSession, useT } from '@spawnpoint/sdk/browser'
import { DataProvider, useAction } from '@spawnpoint/sdk/query'
import { Alert, Button } from '@spawnpoint/sdk/ui'

const Notice = () => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const name = useSession(({ user }) => String(user['username'] ?? ''))
  const stop = useAction(stopImpersonation)
  const leave = () =>
    stop.mutate(
      {},
      {
        // A new page: nothing of the customer stays in memory.
        onSuccess: ({ user }) => location.assign(`/mc-admin/users/${user}/edit`),
        onError: (error) => notify.toast({ title: explain(error), tone: 'danger' }),
      },
    )
  return (
    <div className="mb-4">
      <Alert
        tone="warning"
        title={t('banner.title', { name })}
        action={
          <Button size="sm" loading={stop.isPending || stop.isSuccess} onClick={leave}>
            {t('banner.leave')}
          </Button>
        }
      >
        {t('banner.text')}
      </Alert>
    </div>
  )
}

/** Says on every page in whose place staff act, and leads back. */
export default function Banner() {
  return (
    <DataProvider>
      <Notice />
    </DataProvider>
  )
}
