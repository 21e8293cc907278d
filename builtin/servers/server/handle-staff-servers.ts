import { panelSettings } from '@spawnpoint/contracts/panel'
import {
  deleteAnyServer,
  findReceivers,
  listAllServers,
  readServerOverview,
  transferServer,
  type StaffServer,
} from '@spawnpoint/contracts/servers'
import { begins, contains, countRows, searchPage } from '@spawnpoint/sdk/list/server'
import { answer, requireReauthentication, type HandlerInput } from '@spawnpoint/sdk/server'
import { and, eq, inArray, lte, or, sql, type SQL } from 'drizzle-orm'
import { actOnServer } from './act-on-server.ts'
import { presentServers } from './present-servers.ts'
import { type ServerUses, serverUses } from './server-uses.ts'
import { lookBack, server, type ServerRecord } from './tables.ts'

const weekMs = 7 * 86_400_000
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const sorted = {
  createdAt: server.createdAt,
  expiresAt: server.expiresAt,
  name: sql`lower(${server.name})`,
} as const

type Servers = typeof server

/** Needs a decision of staff: the panel has another mind, or has refused something. */
const inTrouble = (from: Servers) => sql`(${from.panelState} in ('missing', 'install-failed')
  or (${from.panelState} = 'suspended' and ${from.status} = 'active')
  or ${from.panelOwnerDiffers} or ${from.problem} is not null)`

type Filters = HandlerInput<typeof listAllServers>['query']['filter']

/** The servers of each state that staff filter by. */
export const states: Record<NonNullable<Filters['state']>, (from: Servers) => SQL> = {
  active: (from) => eq(from.status, 'active'),
  suspended: (from) => eq(from.status, 'suspended'),
  deleting: (from) => eq(from.status, 'deleting'),
  trouble: inTrouble,
}

/** By name, beginning of the address, identifier or id. */
const searched = (from: Servers, search: string) => {
  if (search === '') return undefined
  if (uuid.test(search)) return or(eq(from.id, search), eq(from.owner, search))
  return or(
    contains(from.name, search),
    begins(from.address, search),
    eq(from.identifier, search.toLowerCase()),
  )
}

const ofOwners = async ({ users }: ServerUses, search: string) => {
  const ids = await users.searchIds(search)
  return (from: Servers) => (ids.length > 0 ? inArray(from.owner, [...ids]) : undefined)
}

const presentForStaff = async (uses: ServerUses, rows: readonly ServerRecord[]): Promise<StaffServer[]> => {
  const ids = rows.flatMap(({ owner, newOwner }) => (newOwner === null ? [owner] : [owner, newOwner]))
  const [found, items] = await Promise.all([
    uses.users.findMany([...new Set(ids)]),
    presentServers(uses, rows),
  ])
  const people = new Map(found.map((person) => [person.id, person]))
  const named = (id: string) => ({ id, username: people.get(id)?.username ?? null })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return items.flatMap((item) => {
    const row = byId.get(item.id)
    if (!row) return []
    const { owner, newOwner, panelId, suspendedByStaff, suspendedForExpiry, panelOwnerDiffers } = row
    const isBanned = (people.get(owner)?.bannedReason ?? null) !== null
    const stands = suspendedByStaff || suspendedForExpiry || isBanned
    const telling = item.status !== 'deleting' && stands !== (item.status === 'suspended')
    const next = newOwner === null ? null : named(newOwner)
    return [
      {
        ...item,
        owner: named(owner),
        newOwner: next,
        panelId,
        suspendedByStaff,
        panelOwnerDiffers,
        telling,
      },
    ]
  })
}

export const handleListAllServers = answer(listAllServers, serverUses, async ({ query, ...services }) => {
  const { search, filter, owner, sort = 'createdAt', order = query.sort ? 'asc' : 'desc' } = query
  const now = services.clock.now()
  const before = filter.expiry === 'week' ? new Date(now.getTime() + weekMs) : now
  const isSearch = search !== ''
  const page = await searchPage({
    ...query,
    sort,
    order,
    by: sorted[sort],
    db: services.db.orm,
    table: server,
    isSearch,
    search: (from) => searched(from, search),
    elsewhere: isSearch && !uuid.test(search) ? ofOwners(services, search) : undefined,
    filter: (from) =>
      and(
        filter.state && states[filter.state](from),
        filter.location ? eq(from.locationId, filter.location) : undefined,
        filter.egg ? eq(from.eggId, filter.egg) : undefined,
        filter.expiry && lte(from.expiresAt, before),
        filter.expiry === 'week' ? sql`${from.expiresAt} > ${now}` : undefined,
        owner ? eq(from.owner, owner) : undefined,
      ),
  })
  return { ...page, items: await presentForStaff(services, page.items) }
})

/** Where staff open a server on the panel. */
const panelPage = ({ panel, settings }: ServerUses): string | null => {
  if (panel.mode() !== 'connected') return null
  const { pterodactyl_base_url: url, panel_dialect: dialect } = settings.read(panelSettings)
  const base = url.replace(/\/+$/, '')
  return dialect === 'pelican' ? `${base}/admin/servers/{id}/edit` : `${base}/admin/servers/view/{id}`
}

const named = ({ id, name }: { id: string; name: string }) => ({ id, name })

export const handleReadServerOverview = answer(readServerOverview, serverUses, async (services) => {
  const { db, locations, eggs } = services
  const [look] = await db.orm.select({ foreign: lookBack.foreignServers }).from(lookBack)
  return {
    total: await countRows(db.orm, server, undefined),
    suspended: await countRows(db.orm, server, states.suspended(server)),
    trouble: await countRows(db.orm, server, inTrouble(server)),
    foreign: look?.foreign.count ?? 0,
    locations: (await locations.list()).map(named),
    eggs: (await eggs.list()).map(named),
    panelPage: panelPage(services),
  }
})

export const handleDeleteAnyServer = answer(
  deleteAnyServer,
  serverUses,
  async ({ actor, params, body, ip, ...services }) => {
    await requireReauthentication(services.sessions, actor)
    await actOnServer(services, { ...body, action: 'delete', staff: actor, ip }, params.id)
    return { id: params.id }
  },
)

export const handleTransferServer = answer(
  transferServer,
  serverUses,
  async ({ actor, params, body: { owner, reason }, ip, ...services }) => {
    await actOnServer(services, { action: 'transfer', receiver: owner, reason, staff: actor, ip }, params.id)
    return { id: params.id }
  },
)

export const handleFindReceivers = answer(findReceivers, serverUses, async ({ query, users }) => {
  const found = await users.search(query.search)
  // The permission to edit servers shows no email addresses.
  return { choices: found.map(({ id, username }) => ({ value: id, label: username })) }
})
