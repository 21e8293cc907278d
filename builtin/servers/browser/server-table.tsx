import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Code, RowLink, Table, type Column } from '@spawnpoint/sdk/ui'
import { useAmountFormat } from './amounts.ts'
import type { Game } from './game-state.tsx'
import { ServerActions } from './server-actions.tsx'
import { itemOf, type ServerRow } from './server-rows.ts'
import { ServerState, ServerStatus } from './server-state.tsx'

const amounts = ['memory', 'cpu', 'disk'] as const

type Games = ReadonlyMap<string, Game>

const useServerColumns = (panelUrl: string | null, games: Games): readonly Column<ServerRow>[] => {
  const t = useT()
  const host = useHost()
  const format = useAmountFormat()
  const gameOf = (row: ServerRow) => games.get(itemOf(row).id)
  return [
    {
      id: 'name',
      header: t('columns.name'),
      cell: (row) => <RowLink to={host.pathTo('server', { id: itemOf(row).id })}>{itemOf(row).name}</RowLink>,
      phoneCell: (row) => itemOf(row).name,
    },
    {
      id: 'status',
      header: t('columns.status'),
      phone: 'badge',
      cell: (row) => <ServerState row={row} game={gameOf(row)} />,
      phoneCell: (row) => <ServerStatus row={row} game={gameOf(row)} />,
    },
    {
      id: 'address',
      header: t('columns.address'),
      cell: ({ live }) => (live?.address ? <Code>{live.address}</Code> : '–'),
    },
    { id: 'location', header: t('columns.location'), cell: (row) => itemOf(row).location.name ?? '–' },
    { id: 'egg', header: t('columns.egg'), cell: (row) => itemOf(row).egg.name ?? '–' },
    ...amounts.map((key): Column<ServerRow> => ({
      id: key,
      header: t(`fields.${key}`),
      align: 'end',
      phone: 'hidden',
      cell: (row) => format(key, itemOf(row)[key]),
    })),
    {
      id: 'actions',
      header: t('columns.actions'),
      hideHeader: true,
      align: 'end',
      cell: (row) => <ServerActions row={row} panelUrl={panelUrl} />,
    },
  ]
}

/** The servers as a table. */
export const ServerTable = ({
  rows,
  games,
  panelUrl,
}: {
  rows: readonly ServerRow[]
  games: Games
  panelUrl: string | null
}) => {
  const t = useT()
  const columns = useServerColumns(panelUrl, games)
  return <Table caption={t('list.title')} columns={columns} rows={rows} rowKey={(row) => itemOf(row).id} />
}
