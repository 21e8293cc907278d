import type { ServerItem } from '@spawnpoint/contracts/servers'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import { LinkButton, Menu } from '@spawnpoint/sdk/ui'
import { ExternalLink, MoreHorizontal, Pencil, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { lazy, Suspense } from 'react'
import type { ServerRow } from './server-rows.ts'

// Few servers are in the queue, so it comes on need.
const DismissBuild = lazy(async () => ({ default: (await import('./dismiss-build.tsx')).DismissBuild }))

/** The page of a server in the game panel. */
export const panelPageOf = (panelUrl: string, { identifier }: Pick<ServerItem, 'identifier'>) =>
  `${panelUrl}/server/${encodeURIComponent(identifier)}`

/** The way to a server in the game panel. */
const PanelIcon = ({ href, name }: { href: string; name: string }) => {
  const label = useT()('actions.open', { name })
  return (
    <a
      className="sp-button sp-button-ghost sp-button-sm"
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
    >
      <ExternalLink aria-hidden />
    </a>
  )
}

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
  const [update, remove] = [host.pathTo('server-update', { id }), host.pathTo('server-delete', { id })]
  // With three actions in a row of a table, the way to the game stays in sight.
  if (panelUrl)
    return (
      <span className="sp-actions shrink-0 flex-nowrap">
        <PanelIcon href={panelPageOf(panelUrl, live)} name={name} />
        <Menu
          label={t('staff.servers.more', { name })}
          hideLabel
          size="sm"
          icon={<MoreHorizontal aria-hidden />}
          items={[
            { id: 'edit', label: t('actions.edit', { name }), icon: <Pencil aria-hidden />, to: update },
            {
              id: 'delete',
              label: t('actions.delete', { name }),
              icon: <Trash2 aria-hidden />,
              danger: true,
              to: remove,
            },
          ]}
        />
      </span>
    )
  return (
    <span className="sp-actions shrink-0 flex-nowrap">
      <LinkButton
        variant="ghost"
        size="sm"
        to={update}
        aria-label={t('actions.edit', { name })}
        icon={<Pencil aria-hidden />}
      />
      <LinkButton
        variant="ghost"
        size="sm"
        to={remove}
        aria-label={t('actions.delete', { name })}
        icon={<Trash2 aria-hidden />}
      />
    </span>
  )
}
