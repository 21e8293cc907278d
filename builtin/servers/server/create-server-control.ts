import { ServerControl, type ControlledServer, type SuspensionAnswer } from '@spawnpoint/contracts/servers'
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
import { writeHistory } from './history.ts'
import { findServer, listServersOf, lockServer, markSuspended } from './server-queries.ts'
import { serverUses } from './server-uses.ts'
import { queueSuspension } from './suspend-server.ts'
import type { ServerRecord } from './tables.ts'

const uses = { ...serverUses, plugins: Plugins }
type Uses = ServicesOf<typeof uses>

/** An added plugin as people read it. */
interface Caller {
  readonly id: string
  readonly name: string
}

const id = z.uuid()
const suspension = z.strictObject({ server: z.string(), reason: plainText(1, 200) })
const resumption = suspension.pick({ server: true })

const present = (row: ServerRecord, plugin: string): ControlledServer => ({
  id: row.id,
  owner: row.owner,
  name: row.name,
  identifier: row.identifier,
  status: row.status,
  memory: row.memory,
  cpu: row.cpu,
  disk: row.disk,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  suspendedHere: row.suspendingPlugin === plugin,
})

const lockLive = async (tx: Transaction, server: string) => {
  const row = id.safeParse(server).success ? await lockServer(tx, server) : null
  return row?.status === 'deleting' ? null : row
}

async function write(services: Uses, tx: Transaction, row: ServerRecord, by: Caller, reason: string | null) {
  await markSuspended(tx, row.id, reason, by.id)
  await queueSuspension(services, row.id, tx)
  const kind = reason === null ? 'unsuspended' : 'suspended'
  const details = { reason: reason ?? by.name }
  await writeHistory(tx, services, { server: row, kind, actor: null, details })
  await services.audit.write(tx, {
    actor: null,
    action: `servers:${kind}`,
    target: row.owner,
    before: { server: row.id, suspended: row.suspendedByStaff, reason: row.suspensionReason },
    after: { server: row.id, name: row.name, suspended: reason !== null, ...details, plugin: by.id },
  })
}

async function change(
  services: Uses,
  by: Caller,
  { server, reason }: { readonly server: string; readonly reason: string | null },
): Promise<SuspensionAnswer> {
  return services.db.orm.transaction(async (tx) => {
    const row = await lockLive(tx, server)
    if (!row) return { ok: false, reason: 'unknown' }
    const isOwn = row.suspendingPlugin === by.id
    if (row.suspendedByStaff && !isOwn) return { ok: false, reason: 'suspended' }
    if (isOwn === (reason !== null)) return { ok: true, repeated: true }
    await write(services, tx, row, by, reason === null ? null : `${by.name}: ${reason}`)
    return { ok: true, repeated: false }
  })
}

export const provideServerControl = provide(ServerControl, uses, (services) =>
  forPlugins((caller) => {
    const by = { id: caller.id, name: callerTitle(caller, services.plugins) }
    const { orm } = services.db
    return {
      async find(server) {
        const row = id.safeParse(server).success ? await findServer(orm, server) : null
        return row && present(row, by.id)
      },
      async ownedBy(user) {
        const rows = id.safeParse(user).success ? await listServersOf(orm, user) : []
        return rows.map((row) => present(row, by.id))
      },
      suspend: async (given) => change(services, by, readPluginRequest(suspension, 'control.suspend', given)),
      resume: async (given) =>
        change(services, by, { ...readPluginRequest(resumption, 'control.resume', given), reason: null }),
    }
  }),
)
