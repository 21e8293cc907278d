import type { PanelServer } from '@spawnpoint/contracts/panel'
import type { LimitKey } from '@spawnpoint/contracts/servers'
import { serverCreated, type Limits } from '@spawnpoint/contracts/servers'
import { resourceKeys } from '@spawnpoint/contracts/servers/schemas'
import type { Resources } from '@spawnpoint/contracts/server-queue'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import { EndpointFailure, type Queries, type Transaction } from '@spawnpoint/sdk/server'
import { eq, or, sql } from 'drizzle-orm'
import { lockAllowance, setAllowance } from './allowance-queries.ts'
import { findTooLargeRaise } from './handle-user-limits.ts'
import { writeHistory } from './history.ts'
import { allowanceOf, checkLimits, limitsOf, readUsage, refuse } from './limits.ts'
import { queueLook } from './panel-state.ts'
import { newPeriod } from './renewal-plan.ts'
import { renewalSettings } from './renewal-rules.ts'
import { notifyOfServer } from './server-kinds.ts'
import type { ServerUses } from './server-uses.ts'
import type { Acting } from './suspend-by-staff.ts'
import { foreignServer, lookBack, server } from './tables.ts'

const dayMs = 86_400_000
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The share of its owner's limits that a server of the panel takes; its first port counts as one. */
export const heldBy = ({ resources }: PanelServer): Resources => ({
  ...resources,
  allocations: Math.max(1, resources.allocations),
})

/** The panel counts 0 as "no limit". */
export const isUnlimited = ({ resources }: PanelServer): boolean =>
  resources.memory === 0 || resources.disk === 0 || resources.cpu === 0

/** The account here that the server's owner on the panel is linked to. */
export const findLinkedOwner = async ({ users }: ServerUses, { ownerExternalId }: PanelServer) =>
  ownerExternalId && uuid.test(ownerExternalId) ? users.find(ownerExternalId) : null

/**
 * Our id of a server that was not built here: the external id where it is one like ours, else its own on the panel, so
 * that two who take it over at once mean the same.
 */
const idOf = ({ externalId, uuid: own }: PanelServer): string =>
  externalId && uuid.test(externalId) ? externalId : own

/** Whether it is a server of somebody here, or one that is just being built for its owner. */
export const isHere = async (
  { queue }: ServerUses,
  db: Queries,
  found: PanelServer,
  owner: string | undefined,
): Promise<boolean> => {
  const [row] = await db
    .select({ id: server.id })
    .from(server)
    .where(or(eq(server.buildId, idOf(found)), eq(server.identifier, found.identifier)))
    .limit(1)
  if (row) return true
  const builds = owner ? await queue.listOf(owner) : []
  return builds.some(({ id }) => id === found.externalId)
}

interface Adoption extends Acting {
  readonly found: PanelServer
  /** Our id of the server, which the panel keeps as its external id. */
  readonly buildId: string
  readonly owner: string
  readonly locationId: string
  readonly eggId: string
  readonly raiseLimits: boolean
}

/** Limits that hold what is in use and the server. */
const raised = (total: Limits, used: Limits, wanted: Resources): Limits => {
  const next = { ...total, slots: Math.max(total.slots, used.slots + 1) }
  for (const key of resourceKeys)
    if (wanted[key] > 0) next[key] = Math.max(total[key], used[key] + wanted[key])
  return next
}

const reserve = async (uses: ServerUses, tx: Transaction, adoption: Adoption) => {
  const { owner, found, raiseLimits, staff, reason, ip } = adoption
  const wanted = heldBy(found)
  const total = limitsOf(await lockAllowance(tx, uses.settings, owner))
  const used = await readUsage(uses, tx, owner)
  if (!raiseLimits) return checkLimits(wanted, used, total, 1)
  const next = raised(total, used, wanted)
  const tooLarge: readonly LimitKey[] = findTooLargeRaise(total, next)
  if (tooLarge.length > 0) throw new EndpointFailure('SERVERS_LIMITS_CEILING', 403)
  await setAllowance(tx, owner, allowanceOf(next))
  await uses.audit.write(tx, {
    actor: staff.id,
    action: 'servers:limits-changed',
    target: owner,
    before: total,
    after: { ...next, reason },
    ip,
  })
}

const dropFromComparison = async (tx: Transaction, panelId: number) => {
  await tx.delete(foreignServer).where(eq(foreignServer.id, panelId))
  await tx.update(lookBack).set({
    foreignServers: sql`jsonb_build_object(
      'count', greatest(0, (${lookBack.foreignServers}->>'count')::int - 1),
      'first', coalesce((select jsonb_agg(each) from jsonb_array_elements(${lookBack.foreignServers}->'first') each
        where (each->>'id')::int <> ${panelId}), '[]'::jsonb))`,
  })
}

const insert = async (uses: ServerUses, tx: Transaction, adoption: Adoption, categoryId: string) => {
  const { found, owner, buildId, locationId, eggId, reason } = adoption
  const now = uses.clock.now()
  const rules = renewalSettings(uses)
  const id = createRowId(now.getTime())
  await tx.insert(server).values({
    id,
    owner,
    buildId,
    panelId: found.id,
    identifier: found.identifier,
    address: found.address,
    name: found.name.slice(0, 32),
    description: found.description.slice(0, 255),
    locationId,
    categoryId,
    eggId,
    ...heldBy(found),
    panelState: found.state,
    panelSeenAt: now,
    ...(found.suspended && { status: 'suspended', suspendedByStaff: true, suspensionReason: reason }),
    ...(rules.enabled && newPeriod(new Date(now.getTime() + rules.days * dayMs), now, rules)),
    createdAt: now,
    updatedAt: now,
  })
  return id
}

/**
 * Makes a server of the panel one of its owner's, under the same locks as an order. The panel has our id of it before:
 * one that is not taken over after all stays as it was here.
 */
const take = (uses: ServerUses, adoption: Adoption): Promise<string> =>
  uses.db.orm.transaction(async (tx) => {
    const { owner, found, staff, reason, ip } = adoption
    await reserve(uses, tx, adoption)
    if (!(await uses.locations.lock(tx, adoption.locationId))) throw refuse('SERVERS_LOCATION_UNKNOWN')
    const egg = await uses.eggs.lock(tx, adoption.eggId, 'share')
    if (!egg) throw refuse('SERVERS_EGG_UNKNOWN')
    if (await isHere(uses, tx, found, undefined)) throw new EndpointFailure('SERVERS_ALREADY_HERE', 409)
    const id = await insert(uses, tx, adoption, egg.categoryId)
    await writeHistory(tx, uses, { server: { id, owner }, kind: 'adopted', actor: staff.id })
    await uses.audit.write(tx, {
      actor: staff.id,
      action: 'servers:adopted',
      target: owner,
      before: { panelId: found.id, externalId: found.externalId },
      after: { server: id, name: found.name, ...heldBy(found), reason },
      ip,
    })
    await dropFromComparison(tx, found.id)
    if (found.state === 'installing') await queueLook(uses, id, undefined, tx)
    await uses.events.emit(tx, serverCreated, { id, owner })
    await notifyOfServer(uses, tx, { id, owner, name: found.name })
    await uses.sessions.changed(tx, owner)
    return id
  })

/** Takes a server of the panel over, or throws why not. */
export const adoptFromPanel = async (
  uses: ServerUses,
  found: PanelServer,
  adoption: Omit<Adoption, 'found' | 'buildId'>,
): Promise<string> => {
  const buildId = idOf(found)
  const panel = await uses.panel.current()
  // The external id of another system gives way: by ours the server is found again whatever its number becomes.
  if (found.externalId !== buildId) await panel.updateServerDetails(found.id, { externalId: buildId })
  await uses.panel.keepReal()
  return take(uses, { ...adoption, found, buildId })
}
