import { listDeliveries, testWebhook } from '@spawnpoint/contracts/webhooks'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Button } from '@spawnpoint/sdk/ui'
import { Send } from '@spawnpoint/sdk/ui/icons'

/** Sends a test message; the log below says how it went. */
export const TestButton = ({ id }: { id: string }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const test = useAction(testWebhook, { refreshes: [listDeliveries] })
  const run = async () => {
    try {
      await test.mutateAsync({ params: { id } })
      host.notify.toast({ title: t('test.sent'), tone: 'success' })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  return (
    <Button icon={<Send aria-hidden />} loading={test.isPending} onClick={() => void run()}>
      {t('test.send')}
    </Button>
  )
}
