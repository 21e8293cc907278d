import { isPanelError, type GamePanel } from '@spawnpoint/contracts/panel'
import { resourceKeys } from '@spawnpoint/contracts/servers/schemas'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { lockAllowance } from './allowance-queries.ts'
import { locate, runTask } from './panel-tasks.ts'
import type { ServerUses } from './server-uses.ts'
import { server, type ServerRecord, type Wanted } from './tables.ts'

type Problem = NonNullable<ServerRecord['problem']>

const idle = { tries: 0, nextTryAt: null, wanted: null }

/** The wish is over, fulfilled or refused: from here on only what the panel has counts. */
const settle = (uses: ServerUses, row: ServerRecord, now: Wanted, problem: Problem | null) =>
  uses.db.orm.transaction(async (tx) => {
    await lockAllowance(tx, uses.settings, row.owner)
    await tx
      .update(server)
      .set({ ...now, ...idle, problem, version: sql`${server.version} + 1`, updatedAt: uses.clock.now() })
      .where(and(eq(server.id, row.id), eq(server.version, row.version), isNotNull(server.wanted)))
  })

const asIs = ({ name, description, memory, cpu, disk, databases, backups, allocations }: Wanted): Wanted => ({
  name,
  description,
  memory,
  cpu,
  disk,
  databases,
  backups,
  allocations,
})

const apply = async (uses: ServerUses, panel: GamePanel, row: ServerRecord) => {
  const { wanted } = row
  if (!wanted) return
  const found = await locate(panel, row)
  if (!found) return settle(uses, row, asIs(row), 'PANEL_MISSING')
  const { name, description, ...resources } = wanted
  // Both may be repeated: after any doubt they are simply sent again. What the panel has already is left alone.
  if (resourceKeys.some((key) => resources[key] !== found.resources[key]))
    await panel.updateServerBuild(found.id, resources)
  if (name !== found.name || description !== found.description)
    await panel.updateServerDetails(found.id, { name, description })
  await settle(uses, row, wanted, null)
}

/** Refused, perhaps after the first half: the panel itself says what is true now. */
const giveUp = async (uses: ServerUses, panel: GamePanel, row: ServerRecord, error: unknown) => {
  const found = await locate(panel, row)
  const isFull = isPanelError(error) && (error.code?.startsWith('NoViable') ?? false)
  if (!found) return settle(uses, row, asIs(row), 'PANEL_MISSING')
  const { name, description, resources } = found
  await settle(uses, row, asIs({ name, description, ...resources }), isFull ? 'PANEL_FULL' : 'PANEL_REFUSED')
}

/** Brings a wished change to the panel. */
export const changeOnPanel = (uses: ServerUses, id: string): Promise<void> =>
  runTask(uses, 'change', id, {
    isOpen: ({ status, wanted }) => status !== 'deleting' && wanted !== null,
    attempt: (panel, row) => apply(uses, panel, row),
    refused: (panel, row, error) => giveUp(uses, panel, row, error),
  })
