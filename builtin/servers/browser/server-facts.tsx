import { useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { Card, LinkButton } from '@spawnpoint/sdk/ui'
import { CountryFlag } from '@spawnpoint/sdk/ui/art'
import {
  Calendar,
  Cpu,
  ExternalLink,
  FolderTree,
  HardDrive,
  MemoryStick,
  RefreshCw,
} from '@spawnpoint/sdk/ui/icons'
import { useAmountFormat } from './amounts.ts'
import { CopyAddress } from './copy-address.tsx'
import { panelPageOf } from './server-actions.tsx'
import { itemOf, statusOf, type ServerRow } from './server-rows.ts'

const nearMs = 7 * 86_400_000

/** A location with the flag of its country. */
export const Place = ({ row }: { row: ServerRow }) => {
  const { location } = itemOf(row)
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5">
      <CountryFlag code={location.country} />
      <span className="truncate">{location.name ?? '–'}</span>
    </span>
  )
}

const measures = [
  ['memory', MemoryStick],
  ['cpu', Cpu],
  ['disk', HardDrive],
] as const

/** The resources of a server in one line. */
export const Amounts = ({ row }: { row: ServerRow }) => {
  const t = useT()
  const format = useAmountFormat()
  const item = itemOf(row)
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {measures.map(([key, Drawn]) => (
        <li key={key} className="flex items-center gap-1.5" title={t(`limits.${key}`)}>
          <Drawn aria-hidden className="size-4 text-subtle" />
          <span className="sp-hidden">{t(`limits.${key}`)}</span>
          {format(key, item[key])}
        </li>
      ))}
    </ul>
  )
}

/** Where players join, while the server is there. */
export const addressOf = (row: ServerRow): string | null =>
  row.live && row.live.status !== 'deleting' && statusOf(row) !== 'missing' ? row.live.address : null

export const Address = ({ address }: { address: string }) => (
  <div className="flex items-center justify-between gap-2 rounded-lg border border-border bg-sunken p-1 ps-3">
    <code className="min-w-0 truncate text-sm" title={address}>
      {address}
    </code>
    <CopyAddress address={address} iconOnly />
  </div>
)

export const PanelLink = ({
  row,
  panelUrl,
  primary = false,
}: {
  row: ServerRow
  panelUrl: string | null
  primary?: boolean
}) => {
  const t = useT()
  const { live } = row
  if (!live || panelUrl === null || live.status === 'deleting' || statusOf(row) === 'missing') return null
  return (
    <a
      className={`sp-button ${primary ? 'sp-button-primary' : 'sp-button-secondary sp-button-sm'}`}
      href={panelPageOf(panelUrl, live)}
      target="_blank"
      rel="noreferrer"
    >
      <ExternalLink aria-hidden />
      {t('actions.openPanel')} <span className="sp-hidden">{live.name}</span>
    </a>
  )
}

// Both panels have these paths; they show nothing of a server that is suspended or being installed.
const panelPages = [
  ['files', FolderTree],
  ['schedules', Calendar],
] as const

/** The pages of the game panel for what is managed nowhere else. */
export const PanelPages = ({ row, panelUrl }: { row: ServerRow; panelUrl: string | null }) => {
  const t = useT()
  const { live } = row
  if (!live || panelUrl === null || statusOf(row) !== 'active') return null
  return (
    <Card title={t('view.inPanel')} description={t('view.inPanelHint')}>
      <div className="flex flex-wrap gap-2">
        {panelPages.map(([page, Drawn]) => (
          <a
            key={page}
            className="sp-button sp-button-secondary"
            href={`${panelPageOf(panelUrl, live)}/${page}`}
            target="_blank"
            rel="noreferrer"
          >
            <Drawn aria-hidden />
            {t(`view.${page}`)} <span className="sp-hidden">{live.name}</span>
            <ExternalLink aria-hidden />
          </a>
        ))}
      </div>
    </Card>
  )
}

/** How long a server has left; null where servers do not end. */
export const useLeftMs = ({ live }: ServerRow): number | null => {
  const { clock } = useHost()
  return live?.expiresAt ? Date.parse(live.expiresAt) - clock.now() : null
}

/** Leads to the renewal of a server whose end is near. */
export const RenewSoon = ({ row }: { row: ServerRow }) => {
  const t = useT()
  const host = useHost()
  const leftMs = useLeftMs(row)
  const { live } = row
  if (!live || leftMs === null || leftMs >= nearMs || live.status === 'deleting') return null
  const { id, name } = live
  return (
    <LinkButton
      size="sm"
      className="ms-auto"
      to={host.pathTo('server-renew', { id })}
      aria-label={t('actions.renew', { name })}
      icon={<RefreshCw aria-hidden />}
    >
      {t('view.renew')}
    </LinkButton>
  )
}

/** When a server ends, where it does. */
export const Expiry = ({ row }: { row: ServerRow }) => {
  const t = useT()
  const { date, dateTime } = useFormat()
  const leftMs = useLeftMs(row)
  const expiresAt = row.live?.expiresAt
  if (!expiresAt || leftMs === null) return null
  return (
    <time
      className={leftMs < nearMs ? 'text-sm text-warning' : 'sp-hint'}
      dateTime={expiresAt}
      title={dateTime(expiresAt)}
    >
      {t(leftMs > 0 ? 'expires' : 'expired', { date: date(expiresAt) })}
    </time>
  )
}
