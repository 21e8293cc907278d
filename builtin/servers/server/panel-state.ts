import type { PanelServer } from '@spawnpoint/contracts/panel'
import type { Queries } from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import { locate } from './panel-tasks.ts'
import { findServer } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'
import { queueSuspension, shallStandStill } from './suspend-server.ts'
import { server, type ServerRecord } from './tables.ts'

const shortestWaitMs = 3_000
const longestWaitMs = 60_000

/** Owner according to the panel; unknown when the key may not read users. */
const ownerDiffers = ({ owner }: ServerRecord, { ownerExternalId }: PanelServer) =>
  ownerExternalId !== undefined && ownerExternalId !== owner

/** A job that tells the panel is given up after some days: what it missed meanwhile is found here. */
const isOutOfStep = async (uses: ServerUses, row: ServerRecord, found: PanelServer): Promise<boolean> => {
  if (row.status !== 'suspended') return row.suspendedByStaff || row.suspendedForExpiry
  return !found.suspended || !(await shallStandStill(uses, row))
}

/** Writes down what the panel says about a server of ours. */
export const notePanelState = async (
  uses: ServerUses,
  row: ServerRecord,
  found: PanelServer | null,
): Promise<void> => {
  const panelState = found?.state ?? 'missing'
  if (panelState !== row.panelState && ['install-failed', 'missing'].includes(panelState))
    uses.log.warn({ server: row.id, panelState, before: row.panelState }, 'server in trouble on the panel')
  await uses.db.orm
    .update(server)
    .set({
      panelState,
      panelSeenAt: uses.clock.now(),
      // After a restored backup the panel may know it under another number.
      ...(found && {
        panelId: found.id,
        identifier: found.identifier,
        panelOwnerDiffers: ownerDiffers(row, found),
        address: found.address ?? row.address,
      }),
    })
    .where(eq(server.id, row.id))
  if (found && (await isOutOfStep(uses, row, found))) await queueSuspension(uses, row.id)
}

/** Follows a new server until its installation has ended, so that its owner does not wait for the next look back. */
export const queueLook = (
  { jobs, clock }: Pick<ServerUses, 'jobs' | 'clock'>,
  id: string,
  waitMs = shortestWaitMs,
  tx?: Queries,
) =>
  jobs.add(
    'look',
    { server: id, waitMs },
    { ...(tx && { tx }), key: `look:${id}`, runAt: new Date(clock.now().getTime() + waitMs) },
  )

export const lookAtServer = async (uses: ServerUses, id: string, waitMs: number): Promise<void> => {
  const row = await findServer(uses.db.orm, id)
  if (!row || row.status === 'deleting' || uses.panel.mode() !== 'connected') return
  const found = await locate(await uses.panel.current(), row)
  await notePanelState(uses, row, found)
  if (found?.state === 'installing') await queueLook(uses, id, Math.min(longestWaitMs, waitMs * 2))
}
