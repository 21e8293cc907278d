import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { Button } from '@spawnpoint/sdk/ui'
import { Send } from '@spawnpoint/sdk/ui/icons'

/** Sends what is drawn to the caller. */
export const TestButton = ({ endpoint, draft }: { endpoint: AnyEndpoint; draft: unknown }) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const send = useAction(endpoint)
  const start = () =>
    send.mutate({ body: draft } as never, {
      onSuccess: (reply) =>
        notify.toast({
          title: t('test.sent', { address: String(Reflect.get(Object(reply), 'address')) }),
          tone: 'success',
        }),
      onError: (error) => notify.toast({ title: explain(error), tone: 'danger' }),
    })
  return (
    <Button size="sm" icon={<Send aria-hidden />} loading={send.isPending} onClick={start}>
      {t('test.button')}
    </Button>
  )
}
