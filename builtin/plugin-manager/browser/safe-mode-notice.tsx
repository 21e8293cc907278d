import { leaveSafeMode, listPlugins } from '@spawnpoint/contracts/plugin-manager'
import { useCan, useExplain, useFormat, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Button } from '@spawnpoint/sdk/ui'

/** Says why no run-time plugin runs, and lets them run again. */
export const SafeModeNotice = ({ since, failedStarts }: { since: string; failedStarts: number }) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const { dateTime } = useFormat()
  const canEdit = useCan('admin.plugins.edit')
  const reauthenticate = useReauthenticate()
  const leave = useAction(leaveSafeMode, { refreshes: [listPlugins] })
  const run = async () => {
    try {
      await reauthenticate(() => leave.mutateAsync({}))
      await host.refreshSession('refresh')
    } catch (error) {
      host.notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  const button = (
    <Button size="sm" loading={leave.isPending} onClick={() => void run()}>
      {t('safeMode.leave')}
    </Button>
  )
  return (
    <Alert tone="warning" title={t('safeMode.title')} action={canEdit && button}>
      {failedStarts === 0
        ? t('safeMode.requested', { since: dateTime(since) })
        : t('safeMode.text', { count: failedStarts, since: dateTime(since) })}
    </Alert>
  )
}
