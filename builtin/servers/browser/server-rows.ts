import type { listServers, QueuedItem, ServerItem } from '@spawnpoint/contracts/servers'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import type { Tone } from '@spawnpoint/sdk/ui'

export type ServerRow =
  | { readonly live: ServerItem; readonly queued: null }
  | { readonly live: null; readonly queued: QueuedItem }
type PanelTrouble = Exclude<NonNullable<ServerItem['panelState']>, 'ready'>
export type RowStatus = ServerItem['status'] | QueuedItem['status'] | PanelTrouble

export const itemOf = (row: ServerRow): ServerItem | QueuedItem => row.live ?? row.queued

/** The panel's state is shown in place of a plain `active`. */
export const statusOf = ({ live, queued }: ServerRow): RowStatus => {
  if (!live) return queued.status
  const { status, panelState } = live
  return status === 'active' && panelState && panelState !== 'ready' ? panelState : status
}

export const statusTones: Record<RowStatus, Tone> = {
  active: 'success',
  suspended: 'warning',
  deleting: 'neutral',
  installing: 'accent',
  'restoring-backup': 'info',
  'install-failed': 'danger',
  missing: 'danger',
  pending: 'info',
  building: 'accent',
  failed: 'danger',
}

/** Queued servers stand first: they are what one is waiting for. */
export const rowsOf = ({ servers, queued }: ReplyOf<typeof listServers>): ServerRow[] => [
  ...queued.map((each): ServerRow => ({ live: null, queued: each })),
  ...servers.map((each): ServerRow => ({ live: each, queued: null })),
]

/** By name, identifier, address, location, egg or category. */
export const searchRows = (rows: readonly ServerRow[], search: string): readonly ServerRow[] => {
  const wanted = search.trim().toLowerCase()
  if (wanted === '') return rows
  return rows.filter((row) => {
    const { name, location, egg, category } = itemOf(row)
    const texts = [name, location.name, egg.name, category.name, row.live?.identifier, row.live?.address]
    return texts.some((text) => text?.toLowerCase().includes(wanted))
  })
}

/** Is something under way that will look different in a moment? */
export const isMoving = (rows: readonly ServerRow[]): boolean =>
  rows.some(({ live, queued }) =>
    live
      ? live.status === 'deleting' || live.wanted !== null || live.panelState === 'installing'
      : queued.status !== 'failed',
  )
