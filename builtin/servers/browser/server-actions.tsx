import type { ServerItem } from '@spawnpoint/contracts/servers'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import { LinkButton } from '@spawnpoint/sdk/ui'
import { ExternalLink, Pencil, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { lazy, Suspense } from 'react'
import type { ServerRow } from './server-rows.ts'

// Few servers are in the queue, so it comes on need.
const DismissBuild = lazy(async () => ({ default: (await import('./dismiss-build.tsx')).DismissBuild }))

/** The page of a server in the game panel. */
export const panelPageOf = (panelUrl: string, { identifier }: Pick<ServerItem, 'identifier'>) =>
  `${panelUrl}/server/${encodeURIComponent(identifier)}`

/** The actions that are available for a server right now. */
export const ServerActions = ({ row, panelUrl }: { row: ServerRow; panelUrl: string | null }) => {
  const t = useT()
  const host = useHost()
  const { live, queued } = row
  if (queued)
    return queued.status === 'building' ? null : (
      <Suspense fallback={<span className="size-(--control-height)" />}>
        <DismissBuild {...queued} />
      </Suspense>
    )
  if (live.status === 'deleting') return null
  const { id, name } = live
  return (
    <span className="sp-actions shrink-0 flex-nowrap">
      {panelUrl && (
        <a
          className="sp-button sp-button-ghost sp-button-sm"
          href={panelPageOf(panelUrl, live)}
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
