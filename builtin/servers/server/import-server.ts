import {
  MOST_LIMIT,
  ServerImport,
  type Allowance,
  type LimitsToImport,
  type ServerToImport,
  type ImportObstacle,
  type ImportPlace,
  type ServerImportService,
} from '@spawnpoint/contracts/servers'
import type { PanelServer } from '@spawnpoint/contracts/panel'
import { asTransaction, createRowId } from '@spawnpoint/sdk/resource/server'
import { provide } from '@spawnpoint/sdk/server'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { allowanceKeys, lockAllowance, setAllowance } from './allowance-queries.ts'
import { writeHistory } from './history.ts'
import { newPeriod } from './renewal-plan.ts'
import { renewalSettings } from './renewal-rules.ts'
import { serverUses, type ServerUses } from './server-uses.ts'
import { server } from './tables.ts'

const dayMs = 86_400_000

const findKnown = ({ db }: ServerUses, { id, identifier, externalId }: PanelServer) =>
  db.orm
    .select({ id: server.id })
    .from(server)
    .where(
      or(
        eq(server.identifier, identifier),
        and(isNull(server.buildId), eq(server.panelId, id)),
        ...(externalId === null ? [] : [eq(sql`${server.buildId}::text`, externalId)]),
      ),
    )
    .limit(1)

const findPlace = async (uses: ServerUses, found: PanelServer): Promise<ImportPlace | ImportObstacle> => {
  if ((await findKnown(uses, found)).length > 0) return 'known'
  const [location] =
    found.locationId === null ? [] : await uses.locations.list({ panelLocationId: found.locationId })
  if (!location) return 'no-location'
  const [egg] = await uses.eggs.list({ panelEggId: found.eggId })
  if (!egg) return 'no-egg'
  return { locationId: location.id, categoryId: egg.categoryId, eggId: egg.id }
}

/** The end that it had, where that is still to come; without one it begins with a whole period. */
const periodOf = (uses: ServerUses, expiresAt: Date | null, now: Date) => {
  const rules = renewalSettings(uses)
  if (!rules.enabled) return {}
  const end = expiresAt && expiresAt > now ? expiresAt : new Date(now.getTime() + rules.days * dayMs)
  return newPeriod(end, now, rules)
}

const adopt = async (uses: ServerUses, tx: ReturnType<typeof asTransaction>, imported: ServerToImport) => {
  const { owner, place, expiresAt, banned, reason } = imported
  const { id: panelId, identifier, address, name, description, resources, ...found } = imported.server
  await uses.panel.keepReal()
  await lockAllowance(tx, uses.settings, owner)
  const now = uses.clock.now()
  const id = createRowId(now.getTime())
  const built = new Date(found.createdAt)
  const createdAt = Number.isNaN(built.getTime()) ? now : built
  // A ban stops the servers of a person by itself; what else stands still on the panel was stopped by staff.
  const byStaff = found.suspended && !banned
  await tx.insert(server).values({
    id,
    owner,
    ...place,
    panelId,
    identifier,
    address,
    // The panel allows more characters than the forms here.
    name: name.slice(0, 32),
    description: description.slice(0, 255),
    memory: resources.memory,
    cpu: resources.cpu,
    disk: resources.disk,
    databases: resources.databases,
    backups: resources.backups,
    // Its first port counts as one.
    allocations: Math.max(1, resources.allocations),
    status: found.suspended || banned ? 'suspended' : 'active',
    suspendedByStaff: byStaff,
    suspensionReason: byStaff ? reason : null,
    panelState: found.state,
    panelSeenAt: now,
    ...periodOf(uses, expiresAt, now),
    createdAt,
    updatedAt: now,
  })
  await writeHistory(tx, uses, { server: { id, owner }, kind: 'built', actor: null, at: createdAt })
  await uses.sessions.changed(tx, owner)
  return id
}

const raiseLimits = async (
  uses: ServerUses,
  tx: ReturnType<typeof asTransaction>,
  { owner, inAll = {}, extra = {} }: LimitsToImport,
) => {
  const now = await lockAllowance(tx, uses.settings, owner)
  const raised: Record<keyof Allowance, number> = { ...now }
  for (const key of allowanceKeys) {
    const wanted = Math.max(now[key], inAll[key] ?? 0) + Math.max(0, extra[key] ?? 0)
    raised[key] = Math.max(now[key], Math.min(wanted, MOST_LIMIT))
  }
  await setAllowance(tx, owner, raised)
}

const createServerImport = (uses: ServerUses): ServerImportService => ({
  findPlace: (found) => findPlace(uses, found),
  adopt: (tx, imported) => adopt(uses, asTransaction(tx), imported),
  raiseLimits: (tx, limits) => raiseLimits(uses, asTransaction(tx), limits),
})

export const provideServerImport = provide(ServerImport, serverUses, createServerImport)
