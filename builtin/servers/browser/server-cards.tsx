import { useT } from '@spawnpoint/sdk/browser'
import { Code, CopyButton } from '@spawnpoint/sdk/ui'
import { ExternalLink } from '@spawnpoint/sdk/ui/icons'
import { useAmountFormat } from './amounts.ts'
import { panelPageOf, ServerActions } from './server-actions.tsx'
import { itemOf, statusOf, type ServerRow } from './server-rows.ts'
import { ServerState } from './server-state.tsx'

const amounts = ['memory', 'cpu', 'disk'] as const

const Amounts = ({ row }: { row: ServerRow }) => {
  const t = useT()
  const format = useAmountFormat()
  const item = itemOf(row)
  return (
    <dl className="sp-hint flex flex-wrap gap-x-4">
      {amounts.map((key) => (
        <div key={key} className="flex gap-1">
          <dt>{t(`limits.${key}`)}</dt>
          <dd className="text-text">{format(key, item[key])}</dd>
        </div>
      ))}
    </dl>
  )
}

/** How to join: the address, and the way to the game panel. */
const JoinRow = ({ row, panelUrl }: { row: ServerRow; panelUrl: string | null }) => {
  const t = useT()
  const { live } = row
  if (!live || live.status === 'deleting' || statusOf(row) === 'missing') return null
  const { address, name } = live
  if (address === null && panelUrl === null) return null
  return (
    <div className="mt-auto flex flex-wrap items-center justify-between gap-2">
      {address !== null && (
        <span className="flex min-w-0 flex-wrap items-center gap-2 wrap-anywhere">
          <Code>{address}</Code>
          <CopyButton value={address} label={t('actions.copyAddress')} />
        </span>
      )}
      {panelUrl !== null && (
        <a
          className="sp-button sp-button-secondary sp-button-sm ms-auto"
          href={panelPageOf(panelUrl, live)}
          target="_blank"
          rel="noreferrer"
        >
          <ExternalLink aria-hidden />
          {t('actions.openPanel')} <span className="sp-hidden">{name}</span>
        </a>
      )}
    </div>
  )
}

const ServerCard = ({ row, panelUrl }: { row: ServerRow; panelUrl: string | null }) => {
  const { name, description, location, egg } = itemOf(row)
  return (
    <li className="sp-card flex min-w-0 flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="truncate font-semibold">{name}</h3>
          <p className="sp-hint truncate">
            {egg.name ?? '–'} · {location.name ?? '–'}
          </p>
        </div>
        <ServerActions row={row} panelUrl={null} />
      </div>
      {description && <p className="sp-hint truncate">{description}</p>}
      <ServerState row={row} />
      <Amounts row={row} />
      <JoinRow row={row} panelUrl={panelUrl} />
    </li>
  )
}

/** The servers as cards. */
export const ServerCards = ({ rows, panelUrl }: { rows: readonly ServerRow[]; panelUrl: string | null }) => (
  <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
    {rows.map((row) => (
      <ServerCard key={itemOf(row).id} row={row} panelUrl={panelUrl} />
    ))}
  </ul>
)
