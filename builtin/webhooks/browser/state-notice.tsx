import { listDeliveries, resumeWebhook } from '@spawnpoint/contracts/webhooks'
import { useExplain, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { resourceCalls } from '@spawnpoint/sdk/resource'
import type { ViewRow } from '@spawnpoint/sdk/resource/browser'
import { Alert, Button } from '@spawnpoint/sdk/ui'
import { webhooks } from '../resource.ts'

const calls = resourceCalls(webhooks)

/** Says why messages do not arrive, and sends to a paused webhook again. */
export const StateNotice = ({ row }: { row: ViewRow<typeof webhooks> }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const { dateTime } = useFormat()
  const resume = useAction(resumeWebhook, { refreshes: [calls.get, calls.list, listDeliveries] })
  const run = async () => {
    try {
      await resume.mutateAsync({ params: { id: row.id } })
      host.notify.toast({ title: t('paused.resumed'), tone: 'success' })
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  if (row.state === 'paused' && row.pausedAt !== null)
    return (
      <Alert
        tone="danger"
        title={t('paused.title', { date: dateTime(row.pausedAt) })}
        action={
          <Button size="sm" loading={resume.isPending} onClick={() => void run()}>
            {t('paused.resume')}
          </Button>
        }
      >
        {t('paused.text')}
      </Alert>
    )
  if (row.state !== 'failing' || row.failingSince === null) return null
  return (
    <Alert tone="warning" title={t('failing.title', { date: dateTime(row.failingSince) })}>
      {t('failing.text')}
    </Alert>
  )
}
