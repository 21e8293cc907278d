import { dismissBuild, listServers, serverLimits, type QueuedItem } from '@spawnpoint/contracts/servers'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { IconButton } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'

/** Removes a build that failed or still waits, after a question. */
export const DismissBuild = ({ id, name, status }: Pick<QueuedItem, 'id' | 'name' | 'status'>) => {
  const t = useT()
  const { notify } = useHost()
  const explain = useExplain()
  const kind = status === 'failed' ? 'failed' : 'waiting'
  const dismiss = useAction(dismissBuild, { refreshes: [listServers, serverLimits] })
  const ask = async () => {
    // The dialog of the shell comes when it is asked for; a dashboard carries none.
    const isMeant = await notify.dialog({
      title: t(`dismiss.${kind}.title`),
      text: t(`dismiss.${kind}.text`, { name }),
      confirmLabel: t('dismiss.confirm'),
      cancelLabel: t('cancel'),
      tone: 'danger',
    })
    if (!isMeant) return
    const onError = (error: unknown) => notify.toast({ title: explain(error), tone: 'danger' })
    dismiss.mutate({ params: { id } }, { onError })
  }
  return (
    <IconButton
      label={t('actions.dismiss', { name })}
      icon={<Trash2 aria-hidden />}
      loading={dismiss.isPending}
      onClick={() => void ask()}
    />
  )
}
