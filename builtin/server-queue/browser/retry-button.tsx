import { countBuilds, listBuilds, retryBuild, type BuildRow } from '@spawnpoint/contracts/server-queue'
import { useCan, useExplain, useHost, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Button } from '@spawnpoint/sdk/ui'
import { RefreshCw } from '@spawnpoint/sdk/ui/icons'

/** Orders the server of a failed build again and opens the new build. */
export const RetryButton = ({
  build: { id, name, status },
  small = false,
}: {
  build: Pick<BuildRow, 'id' | 'name' | 'status'>
  small?: boolean
}) => {
  const t = useT()
  const host = useHost()
  const explain = useExplain()
  const openPath = useOpenPath()
  const mayCreate = useCan('admin.server.queue.create')
  const retry = useAction(retryBuild, { refreshes: [listBuilds, countBuilds] })
  if (!mayCreate || status !== 'failed') return null
  const press = () =>
    retry.mutate(
      { params: { id } },
      {
        onSuccess: (again) => {
          host.notify.toast({ title: t('retry.done', { name }), tone: 'success' })
          const to = small ? null : openPath('server-queue-view', { id: again.id })
          if (to) host.navigate(to, { replace: true })
        },
        onError: (error) => host.notify.toast({ title: explain(error), tone: 'danger' }),
      },
    )
  return (
    <Button
      size={small ? 'sm' : 'md'}
      variant={small ? 'ghost' : 'primary'}
      icon={<RefreshCw aria-hidden />}
      loading={retry.isPending}
      aria-label={t('retry.of', { name })}
      onClick={press}
    >
      {t('retry.label')}
    </Button>
  )
}
