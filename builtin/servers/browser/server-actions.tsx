import { dismissBuild, listServers, serverLimits } from '@spawnpoint/contracts/servers'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { ConfirmDialog, IconButton, LinkButton } from '@spawnpoint/sdk/ui'
import { ExternalLink, Pencil, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import type { ServerRow } from './server-rows.ts'

const Dismiss = ({ id, name }: { id: string; name: string }) => {
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

/** What can be done with a server at this moment. */
export const ServerActions = ({ row, panelUrl }: { row: ServerRow; panelUrl: string | null }) => {
  const t = useT()
  const host = useHost()
  const { live, queued } = row
  if (queued) return queued.status === 'failed' ? <Dismiss id={queued.id} name={queued.name} /> : null
  if (live.status === 'deleting') return null
  const { id, name, identifier } = live
  return (
    <span className="sp-actions">
      {panelUrl && (
        <a
          className="sp-button sp-button-ghost sp-button-sm"
          href={`${panelUrl}/server/${encodeURIComponent(identifier)}`}
          target="_blank"
          rel="noreferrer"
          aria-label={t('actions.open', { name })}
        >
          <ExternalLink aria-hidden />
        </a>
      )}
      <LinkButton
        variant="ghost"
        size="sm"
        to={host.pathTo('server-update', { id })}
        aria-label={t('actions.edit', { name })}
        icon={<Pencil aria-hidden />}
      />
      <LinkButton
        variant="ghost"
        size="sm"
        to={host.pathTo('server-delete', { id })}
        aria-label={t('actions.delete', { name })}
        icon={<Trash2 aria-hidden />}
      />
    </span>
  )
}
