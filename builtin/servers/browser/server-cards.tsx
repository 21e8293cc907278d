import { useT } from '@spawnpoint/sdk/browser'
import { useAmountFormat } from './amounts.ts'
import { ServerActions } from './server-actions.tsx'
import { itemOf, type ServerRow } from './server-rows.ts'
import { ServerState } from './server-state.tsx'

const ServerCard = ({ row, panelUrl }: { row: ServerRow; panelUrl: string | null }) => {
  const t = useT()
  const format = useAmountFormat()
  const { name, description, location, egg, memory, cpu, disk } = itemOf(row)
  return (
    <li className="sp-card flex min-w-0 flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="truncate font-semibold">{name}</h3>
          {description && <p className="sp-hint truncate">{description}</p>}
        </div>
        <ServerActions row={row} panelUrl={panelUrl} />
      </div>
      <ServerState row={row} />
      <p className="sp-hint">
        {location.name ?? '–'} · {egg.name ?? '–'}
      </p>
      <dl className="sp-hint flex flex-wrap gap-x-4">
        {(
          [
            ['memory', memory],
            ['cpu', cpu],
            ['disk', disk],
          ] as const
        ).map(([key, value]) => (
          <div key={key} className="flex gap-1">
            <dt>{t(`limits.${key}`)}</dt>
            <dd className="text-text">{format(key, value)}</dd>
          </div>
        ))}
      </dl>
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
