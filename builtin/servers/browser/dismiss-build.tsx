import { dismissBuild, listServers, serverLimits } from '@spawnpoint/contracts/servers'
import { useExplain, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { ConfirmDialog, IconButton } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'

/** Takes a failed build off the list, once one has said so twice. */
export const DismissBuild = ({ id, name }: { id: string; name: string }) => {
  const t = useT()
  const explain = useExplain()
  const [asking, setAsking] = useState(false)
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
        title={t('dismiss.title')}
        text={t('dismiss.text', { name })}
        confirmLabel={t('dismiss.confirm')}
        loading={dismiss.isPending}
        error={dismiss.error && explain(dismiss.error)}
        danger
      />
    </>
  )
}
