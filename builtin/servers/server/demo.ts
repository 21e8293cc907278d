import { Locations, locations } from '@spawnpoint/contracts/locations'
import { Roles } from '@spawnpoint/contracts/roles'
import { countBuilds, createBuild } from '@spawnpoint/contracts/server-queue'
import {
  createServer,
  setAutoRenewal,
  suspendUserServer,
  type ServerOrder,
} from '@spawnpoint/contracts/servers'
import { changeSettings } from '@spawnpoint/contracts/settings'
import { getUser, updateUser } from '@spawnpoint/contracts/users'
import { EggCategories } from '@spawnpoint/contracts/egg-categories'
import { Eggs } from '@spawnpoint/contracts/eggs'
import { resourceEndpoints } from '@spawnpoint/sdk/common'
import {
  Database,
  defineDemo,
  type DatabaseService,
  type DemoPerson,
  type DemoStage,
} from '@spawnpoint/sdk/server'
import { and, asc, eq } from 'drizzle-orm'
import { fillUsage } from './demo-usage.ts'
import { newPeriod, renewalStep } from './renewal-plan.ts'
import { history, server } from './tables.ts'

const values = {
  default_ram: 6144,
  default_disk: 20_480,
  default_cpu: 300,
  default_ports: 6,
  default_server_slots: 3,
  server_renew_enabled: true,
  server_renew_cost: 150,
}
const names = [
  'Survival with friends',
  'Creative plots',
  'Modded season 4',
  'Skyblock isles',
  'Weekend events',
  'Redstone lab',
  'Sunrise SMP',
  'Pixel Parkour',
  'Dragon hunters',
  'Cozy village',
  'Hardcore one life',
  'Vault hunters',
  'Iron league',
  'Moonbase alpha',
  'School project',
  'Speedrun practice',
  'Castle builders',
  'Northern lights',
  'Rail network',
  'Farm and trade',
  'Bed wars night',
  'Lost colony',
  'Deep dark',
  'Old town RP',
]
const small = { memory: 1024, disk: 4096, cpu: 75, databases: 0, backups: 1, allocations: 1 }
// More than any node of the demonstration panel has.
const huge = { ...small, memory: 393_216 }

type Place = Pick<ServerOrder, 'locationId' | 'categoryId' | 'eggId'>

const pick = <T>(stage: DemoStage, from: readonly T[]): T => {
  const found = from[Math.floor(stage.random() * from.length)]
  if (found === undefined) throw new Error('E_DEMO_NOTHING_TO_PICK')
  return found
}

const used = new Set<string>()

/** A name that no other server has. */
const nameOf = (stage: DemoStage): string => {
  const free = names.filter((name) => !used.has(name))
  const name = pick(stage, free.length > 0 ? free : names)
  used.add(name)
  return name
}

const order = (stage: DemoStage, person: DemoPerson, place: Place) =>
  stage.call(person, createServer, {
    body: {
      ...place,
      ...small,
      name: nameOf(stage),
      description: '',
      acceptTerms: true,
      requestKey: stage.uuid(),
    },
  })

const untilBuilt = (stage: DemoStage, admin: DemoPerson) =>
  stage.until('the servers are built', async () => {
    const { pending, building } = await stage.call(admin, countBuilds)
    return pending + building === 0
  })

/** A build that no node has room for: staff may order beyond the limits, and the panel refuses. */
const failBuild = (stage: DemoStage, admin: DemoPerson, place: Place, owner: DemoPerson, name: string) =>
  stage.call(admin, createBuild, {
    body: {
      ...place,
      ...huge,
      owner: owner.id,
      name,
      description: '',
      requestKey: stage.uuid(),
      ignoreLimits: true,
      reason: 'Asked for by mail, to be paid by invoice',
    },
  })

const ban = async (stage: DemoStage, admin: DemoPerson, person: DemoPerson) => {
  const { id } = person
  const { item } = await stage.call(admin, getUser, { params: { id } })
  const body = { banned: true, bannedReason: 'Mined coins on a game server', version: item.version }
  await stage.call(admin, updateUser, { params: { id }, body })
  stage.leave(person)
}

/** Ordered before the maintenance, to be built after it. */
const leaveWaiting = (stage: DemoStage, admin: DemoPerson, place: Place, people: readonly DemoPerson[]) =>
  stage.withoutJobs(async () => {
    for (const person of people) await order(stage, person, place)
    const params = { id: place.locationId }
    const { item } = await stage.call(admin, resourceEndpoints(locations).get, { params })
    const body = { status: 'maintenance' as const, version: item.version }
    await stage.call(admin, resourceEndpoints(locations).update, { params, body })
  })

/** Created on the day of their builds, which the queue dates by the same keys. */
const dateServers = async (db: DatabaseService, stage: DemoStage) => {
  const since = new Map(stage.people('customer').map((person) => [person.id, person.since]))
  for (const { id, owner, panelId } of await db.orm.select().from(server)) {
    const createdAt = stage.past(since.get(owner) ?? new Date(0), `build/${panelId}`)
    await db.orm.update(server).set({ createdAt, updatedAt: createdAt }).where(eq(server.id, id))
    const entry = (kind: 'ordered' | 'built') => and(eq(history.server, id), eq(history.kind, kind))
    const ordered = new Date(createdAt.getTime() - 40_000)
    await db.orm.update(history).set({ at: createdAt }).where(entry('built'))
    await db.orm.update(history).set({ at: ordered }).where(entry('ordered'))
  }
}

const dayMs = 86_400_000
const rules = { graceDays: 3, deleteDays: 7 }
// Days that are left, server by server; the fifth has expired, and the job suspends it within the hour.
const left = [2.3, 19, 26, 12, -3.4, 5.6, 23, 29, 0.6]

/** Servers at all ages of their period. */
const spreadExpiries = async (db: DatabaseService) => {
  const now = new Date()
  const rows = await db.orm.select({ id: server.id }).from(server).orderBy(asc(server.id))
  for (const [index, { id }] of rows.entries()) {
    const days = left[index % left.length] ?? 30
    const expiresAt = new Date(now.getTime() + days * dayMs)
    const expired = { renewalStep: renewalStep.expired, renewalStepAt: expiresAt, renewalDueAt: now }
    await db.orm
      .update(server)
      .set({ ...newPeriod(expiresAt, now, rules), ...(days < 0 && expired) })
      .where(eq(server.id, id))
    if (days < 0)
      await db.orm.insert(history).values({ ...(await ownerOf(db, id)), at: expiresAt, kind: 'expired' })
  }
}

const ownerOf = async (db: DatabaseService, id: string) => {
  const [found] = await db.orm.select({ owner: server.owner }).from(server).where(eq(server.id, id))
  if (!found) throw new Error('E_DEMO_NO_SERVER')
  return { id: crypto.randomUUID(), server: id, owner: found.owner }
}

/** One server renews itself, and one is suspended by staff. */
const actOnSome = async (db: DatabaseService, stage: DemoStage, admin: DemoPerson, priya: DemoPerson) => {
  const rows = await db.orm.select().from(server).orderBy(asc(server.id))
  const own = rows.filter(({ owner }) => owner === priya.id)
  const renewed = own.at(-1)
  if (renewed)
    await stage.call(priya, setAutoRenewal, { params: { id: renewed.id }, body: { autoRenew: true } })
  const other = rows.findLast(({ owner }) => owner !== priya.id)
  if (!other) return
  await stage.call(admin, suspendUserServer, {
    params: { user: other.owner, id: other.id },
    body: { suspended: true, reason: 'Runs a coin miner' },
  })
}

export const demo = defineDemo({
  // Only users with a role may order for others.
  uses: { db: Database, locations: Locations, categories: EggCategories, eggs: Eggs, roles: Roles },
  async fill({ db, locations, eggs }, stage) {
    const admin = stage.person('marta')
    await stage.call(admin, changeSettings, { body: { values } })
    // A background job takes them over from the panel soon after the start.
    const games = await stage.until('the panel has offered its eggs', async () => {
      const found = await eggs.list()
      return found.length > 0 && found
    })
    const open = await locations.list({ status: 'online' })
    const at = ({ id: locationId }: { id: string }): Place => {
      const { id: eggId, categoryId } = pick(stage, games)
      return { locationId, categoryId, eggId }
    }
    const anywhere = () => at(pick(stage, open))
    const priya = stage.person('priya')
    // Each server is built for real, and the first start waits for it.
    const others = stage
      .people('customer')
      .filter(({ id }) => id !== priya.id && stage.random() < 0.4)
      .slice(0, 9)
    for (const person of [priya, priya, stage.person('yusuf'), ...others])
      await order(stage, person, anywhere())
    await failBuild(stage, admin, anywhere(), stage.person('hugo'), 'Mega modpack')
    await failBuild(stage, admin, anywhere(), stage.person('zoe'), 'Archive of 2019')
    await failBuild(stage, admin, anywhere(), stage.person('oskar'), 'Everything pack')
    await untilBuilt(stage, admin)
    await dateServers(db, stage)
    await spreadExpiries(db)
    await actOnSome(db, stage, admin, priya)
    await fillUsage(db)
    // Last: a banned customer can do nothing more.
    stage.plan(new Date(), () => ban(stage, admin, stage.person('yusuf')))
    await leaveWaiting(stage, admin, at(pick(stage, open.slice(-1))), [priya, ...others.slice(0, 5)])
  },
})
