import { useHost } from '@spawnpoint/sdk/browser'
import { Link } from '@spawnpoint/sdk/ui'
import { GameArt } from '@spawnpoint/sdk/ui/art'
import { lazy, Suspense } from 'react'
import type { Game } from './game-state.tsx'
import { ServerActions } from './server-actions.tsx'
import { Address, addressOf, Amounts, Expiry, PanelLink, Place, RenewSoon } from './server-facts.tsx'
import { artOf } from './game-art-of.ts'
import { itemOf, statusOf, type ServerRow } from './server-rows.ts'
import { ServerNote, ServerStatus } from './server-state.tsx'

const CardPower = lazy(async () => ({ default: (await import('./card-power.tsx')).CardPower }))

type CardFacts = {
  panelUrl: string | null
  /** Whether the panel takes power signals. */
  isPowered: boolean
}

type Games = ReadonlyMap<string, Game>

const ServerCard = ({
  row,
  game,
  panelUrl,
  isPowered,
}: { row: ServerRow; game: Game | undefined } & CardFacts) => {
  const host = useHost()
  const { id, name, description } = itemOf(row)
  const address = addressOf(row)
  return (
    <li className="sp-card sp-card-link flex flex-col overflow-hidden">
      <GameArt {...artOf(row)} />
      <span className="absolute inset-s-3 top-3 flex rounded-sm bg-surface">
        <ServerStatus row={row} game={game} />
      </span>
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="flex min-h-8 items-center justify-between gap-2">
          <h3 className="truncate text-lg font-semibold">
            <Link to={host.pathTo('server', { id })} className="sp-card-cover">
              {name}
            </Link>
          </h3>
          <ServerActions row={row} panelUrl={null} />
        </div>
        <p className="-mt-3 flex min-w-0 flex-wrap gap-x-3 text-sm text-muted">
          <span className="truncate">{itemOf(row).egg.name ?? '–'}</span>
          <Place row={row} />
        </p>
        {description && <p className="sp-hint truncate">{description}</p>}
        <div aria-live="polite" className="empty:hidden">
          <ServerNote row={row} />
        </div>
        {address !== null && <Address address={address} />}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2">
          <Amounts row={row} />
          <Expiry row={row} />
        </div>
        {row.live && (
          <div className="flex min-h-(--control-height) items-center justify-between gap-2 empty:hidden">
            {isPowered && statusOf(row) === 'active' && (
              <Suspense fallback={<span />}>
                <CardPower live={row.live} game={game ?? null} />
              </Suspense>
            )}
            <RenewSoon row={row} />
            <PanelLink row={row} panelUrl={panelUrl} />
          </div>
        )}
      </div>
    </li>
  )
}

/** The servers as cards; each leads to the page of its server. */
export const ServerCards = ({
  rows,
  games,
  ...facts
}: { rows: readonly ServerRow[]; games: Games } & CardFacts) => (
  <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
    {rows.map((row) => (
      <ServerCard key={itemOf(row).id} row={row} game={games.get(itemOf(row).id)} {...facts} />
    ))}
  </ul>
)
