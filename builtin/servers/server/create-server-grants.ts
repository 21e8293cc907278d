import {
  pluginGrantBounds,
  ServerGrants,
  type Allowance,
  type AllowanceGrantAnswer,
  type ExtensionAnswer,
} from '@spawnpoint/contracts/servers'
import { plainText, type ServicesOf } from '@spawnpoint/sdk/common'
import {
  callerTitle,
  forPlugins,
  Plugins,
  provide,
  readPluginRequest,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { addToAllowance, allowanceKeys, lockAllowance } from './allowance-queries.ts'
import { extendServer } from './extend-server.ts'
import { limitsOf } from './limits.ts'
import { findGrant, insertGrant, lockGrantKey, sumGrants, type PluginGrant } from './plugin-grant-queries.ts'
import { lockServer } from './server-queries.ts'
import { serverUses } from './server-uses.ts'

const uses = { ...serverUses, plugins: Plugins }
type Uses = ServicesOf<typeof uses>

/** An added plugin as people read it. */
interface Caller {
  readonly id: string
  readonly name: string
}

// As much as the store can sell, and what fits into the row.
const MOST = 1_000_000_000
const id = z.uuid()
const key = plainText(1, 150)
const amount = z.number().int().min(-pluginGrantBounds.amount).max(pluginGrantBounds.amount).default(0)
const each = <T>(of: (name: (typeof allowanceKeys)[number]) => T) => ({
  memory: of('memory'),
  disk: of('disk'),
  cpu: of('cpu'),
  ports: of('ports'),
  databases: of('databases'),
  backups: of('backups'),
  slots: of('slots'),
})
const change = z
  .strictObject(each(() => amount))
  .refine((amounts) => allowanceKeys.some((name) => amounts[name] !== 0), { error: 'changes nothing' })
const grant = z.strictObject({ user: z.string(), change, key })
const days = z.number().int().min(1).max(pluginGrantBounds.days)
const extension = z.strictObject({ server: z.string(), days, key })

const some = (of: (name: (typeof allowanceKeys)[number]) => boolean) => allowanceKeys.some(of)

/** Answers a key that was used before; null for a new one. */
async function findEarlier(
  tx: Transaction,
  by: Caller,
  mark: string,
  isSame: (earlier: PluginGrant) => boolean,
) {
  await lockGrantKey(tx, by.id, mark)
  const earlier = await findGrant(tx, by.id, mark)
  if (!earlier) return null
  return isSame(earlier) ? 'repeated' : 'key-reused'
}

async function give(
  services: Uses,
  tx: Transaction,
  by: Caller,
  { user: owner, change: more, key: mark }: z.output<typeof grant>,
): Promise<AllowanceGrantAnswer> {
  const earlier = await findEarlier(
    tx,
    by,
    mark,
    (row) => row.owner === owner && row.server === null && !some((name) => row[name] !== more[name]),
  )
  if (earlier === 'key-reused') return { ok: false, reason: earlier }
  const before = await lockAllowance(tx, services.settings, owner)
  if (earlier) return { ok: true, repeated: true, allowance: before }
  const given = await sumGrants(tx, by.id, owner)
  if (some((name) => more[name] < 0 && given[name] + more[name] < 0))
    return { ok: false, reason: 'not-given' }
  if (some((name) => more[name] > 0 && before[name] + more[name] > MOST)) return { ok: false, reason: 'full' }
  await insertGrant(tx, { plugin: by.id, key: mark, owner, ...more, at: services.clock.now() })
  const allowance = await addToAllowance(tx, services.settings, owner, more)
  await services.sessions.changed(tx, owner)
  await services.audit.write(tx, {
    actor: null,
    action: 'servers:limits-changed',
    target: owner,
    before: limitsOf(before),
    after: { ...limitsOf(allowance), reason: by.name, plugin: by.id },
  })
  return { ok: true, repeated: false, allowance }
}

async function add(services: Uses, by: Caller, given: unknown): Promise<AllowanceGrantAnswer> {
  const request = readPluginRequest(grant, 'grants.add', given)
  if (!id.safeParse(request.user).success || !(await services.users.find(request.user)))
    return { ok: false, reason: 'unknown' }
  return services.db.orm.transaction((tx) => give(services, tx, by, request))
}

async function extend(services: Uses, by: Caller, given: unknown): Promise<ExtensionAnswer> {
  const { server, days: more, key: mark } = readPluginRequest(extension, 'grants.extend', given)
  if (!id.safeParse(server).success) return { ok: false, reason: 'unknown' }
  return services.db.orm.transaction(async (tx) => {
    const earlier = await findEarlier(tx, by, mark, (row) => row.server === server && row.days === more)
    if (earlier === 'key-reused') return { ok: false, reason: earlier }
    const row = await lockServer(tx, server)
    if (!row || row.status === 'deleting') return { ok: false, reason: 'unknown' }
    if (earlier) return { ok: true, repeated: true, expiresAt: row.expiresAt?.toISOString() ?? null }
    const { owner } = row
    const wanted = { server, owner, days: more, actor: null, reason: by.name }
    if (!(await extendServer(services, tx, wanted))) return { ok: false, reason: 'no-expiry' }
    await insertGrant(tx, { plugin: by.id, key: mark, owner, server, days: more, at: services.clock.now() })
    const after = await lockServer(tx, server)
    return { ok: true, repeated: false, expiresAt: after?.expiresAt?.toISOString() ?? null }
  })
}

export const provideServerGrants = provide(ServerGrants, uses, (services) =>
  forPlugins((caller) => {
    const by = { id: caller.id, name: callerTitle(caller, services.plugins) }
    const nothing: Allowance = each(() => 0)
    return {
      add: (given) => add(services, by, given),
      given: async (user) => (id.safeParse(user).success ? sumGrants(services.db.orm, by.id, user) : nothing),
      extend: (given) => extend(services, by, given),
    }
  }),
)
