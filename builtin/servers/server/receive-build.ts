import { serverCreated, type FinishedBuild } from '@spawnpoint/contracts/servers'
import type { Transaction } from '@spawnpoint/sdk/server'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import { lockAllowance } from './allowance-queries.ts'
import { writeHistory } from './history.ts'
import { queueLook } from './panel-state.ts'
import { newPeriod } from './renewal-plan.ts'
import { renewalSettings } from './renewal-rules.ts'
import type { ServerUses } from './server-uses.ts'
import { notifyOfServer } from './server-kinds.ts'
import { server } from './tables.ts'

const dayMs = 86_400_000

/** Makes a finished build a server of its owner. Under the same locks as an order, so that none counts it twice. */
export const receiveBuild = async (
  uses: ServerUses,
  tx: Transaction,
  finished: FinishedBuild,
): Promise<void> => {
  const { build, panelId, identifier, address } = finished
  const { owner, name, description, locationId, categoryId, eggId } = build
  const { memory, cpu, disk, databases, backups, allocations } = build
  await lockAllowance(tx, uses.settings, owner)
  await uses.locations.lock(tx, locationId)
  const now = uses.clock.now()
  const rules = renewalSettings(uses)
  const id = createRowId(now.getTime())
  await tx.insert(server).values({
    id,
    owner,
    name,
    description,
    locationId,
    categoryId,
    eggId,
    panelId,
    identifier,
    address,
    memory,
    cpu,
    disk,
    databases,
    backups,
    allocations,
    buildId: build.id,
    panelState: uses.panel.mode() === 'connected' ? 'installing' : null,
    ...(rules.enabled && newPeriod(new Date(now.getTime() + rules.days * dayMs), now, rules)),
    createdAt: now,
    updatedAt: now,
  })
  const born = { id, owner }
  await writeHistory(tx, uses, { server: born, kind: 'ordered', actor: build.createdBy, at: build.createdAt })
  await writeHistory(tx, uses, { server: born, kind: 'built', actor: null })
  if (uses.panel.mode() === 'connected') await queueLook(uses, id, undefined, tx)
  await uses.events.emit(tx, serverCreated, { id, owner })
  await notifyOfServer(uses, tx, { id, owner, name })
  await uses.sessions.changed(tx, owner)
}
