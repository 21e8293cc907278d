import { dismissBuild, listServers, serverLimits, type QueuedItem } from '@spawnpoint/contracts/servers'
import { useExplain, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { ConfirmDialog, IconButton } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'

/** Removes a build that failed or still waits, after a question. */
export const DismissBuild = ({ id, name, status }: Pick<QueuedItem, 'id' | 'name' | 'status'>) => {
  const t = useT()
  const explain = useExplain()
  const [asking, setAsking] = useState(false)
  const kind = status === 'failed' ? 'failed' : 'waiting'
  const dismiss = useAction(dismissBuild, { refreshes: [listServers, serverLimits] })
  return (
    <>
      <IconButton
        label={t('actions.dismiss', { name })}
        icon={<Trash2 aria-hidden />}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => dismiss.mutate({ params: { id } })}
        title={t(`dismiss.${kind}.title`)}
        text={t(`dismiss.${kind}.text`, { name })}
        confirmLabel={t('dismiss.confirm')}
        loading={dismiss.isPending}
        error={dismiss.error && explain(dismiss.error)}
        danger
      />
    </>
  )
}
