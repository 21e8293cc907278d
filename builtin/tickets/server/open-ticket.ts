import {
  ticketOpened,
  ticketSettings,
  type createTicket,
  type Diagnosis,
} from '@spawnpoint/contracts/tickets'
import type { OwnedServer } from '@spawnpoint/contracts/servers'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import type { EndpointCall, Transaction } from '@spawnpoint/sdk/server'
import { sendAttachments } from './attachment-queries.ts'
import { deleteDraft } from './draft-queries.ts'
import { insertMessage } from './message-queries.ts'
import type { Ticket } from './tables.ts'
import { countOpenOf, findByRequest, findTicketOf, insertTicket, lockOwner } from './ticket-queries.ts'
import type { ticketUses } from './ticket-uses.ts'

type Call = EndpointCall<typeof createTicket, typeof ticketUses>

/** How a server is at this moment, as plain data that later changes do not reach. */
export const diagnose = (server: OwnedServer, now: Date): Diagnosis => ({
  at: now.toISOString(),
  name: server.name,
  identifier: server.identifier,
  status: server.status,
  panelState: server.panelState,
  problem: server.problem,
  memory: server.memory,
  cpu: server.cpu,
  disk: server.disk,
  databases: server.databases,
  backups: server.backups,
  allocations: server.allocations,
  builtAt: server.createdAt,
  expiresAt: server.expiresAt,
})

/** Where departments take tickets, one of them has to be chosen. */
async function checkDepartment({ body, fail, departments }: Call): Promise<void> {
  const open = (await departments.get()?.list({ enabled: true })) ?? []
  const isFine =
    body.departmentId === null ? open.length === 0 : open.some(({ id }) => id === body.departmentId)
  if (!isFine) throw fail('TICKETS_DEPARTMENT', { fields: { departmentId: 'TICKETS_DEPARTMENT' } })
}

async function findServer({ actor, body, fail, servers }: Call): Promise<OwnedServer | null> {
  if (body.serverId === null) return null
  const owned = (await servers.get()?.ownedBy(actor.id)) ?? []
  const found = owned.find(({ id }) => id === body.serverId)
  if (!found) throw fail('TICKETS_SERVER', { fields: { serverId: 'TICKETS_SERVER' } })
  return found
}

const isSame = (row: Ticket, { body }: Call) => row.subject === body.subject && row.priority === body.priority

async function writeTicket(tx: Transaction, call: Call, server: OwnedServer | null): Promise<Ticket> {
  const { actor, body, fail, settings, clock } = call
  await lockOwner(tx, actor.id)
  const earlier = await findByRequest(tx, actor.id, body.requestKey)
  if (earlier) {
    if (!isSame(earlier, call)) throw fail('TICKETS_KEY_REUSED')
    return earlier
  }
  const limit = settings.read(ticketSettings).tickets_open_limit
  if ((await countOpenOf(tx, actor.id)) >= limit) throw fail('TICKETS_LIMIT', { details: { limit } })
  if (body.previousId !== null && !(await findTicketOf(tx, actor.id, body.previousId)))
    throw fail('TICKETS_PREVIOUS')
  const now = clock.now()
  const values = {
    id: createRowId(now.getTime()),
    owner: actor.id,
    departmentId: body.departmentId,
    serverId: server?.id ?? null,
    serverName: server?.name ?? null,
    diagnosis: server && body.withDiagnosis ? diagnose(server, now) : null,
    previousId: body.previousId,
    subject: body.subject,
    priority: body.priority,
    requestKey: body.requestKey,
    createdAt: now,
    updatedAt: now,
  }
  const row = await insertTicket(tx, values, `${body.subject} ${body.body}`)
  if (!row) throw fail('TICKETS_KEY_REUSED')
  const first = {
    ticketId: row.id,
    author: actor.id,
    staff: false,
    body: body.body,
    requestKey: body.requestKey,
  }
  const made = await insertMessage(tx, { ...first, createdAt: now, releasedAt: now })
  if (!made) throw fail('TICKETS_KEY_REUSED')
  if (!(await sendAttachments(tx, { ids: body.files, place: null, made }))) throw fail('TICKETS_FILES')
  await deleteDraft(tx, actor.id, null)
  await call.events.emit(tx, ticketOpened, { ticket: row.id, owner: row.owner })
  await call.sessions.changed(tx, actor.id)
  await call.audit.write(tx, {
    actor: actor.id,
    action: 'tickets:opened',
    target: row.id,
    after: { number: row.number, subject: row.subject, priority: row.priority },
    ip: call.ip,
  })
  return row
}

/** Opens a ticket with its first message, once for each request. */
export async function openTicket(call: Call): Promise<Ticket> {
  await checkDepartment(call)
  const server = await findServer(call)
  return call.db.orm.transaction((tx) => writeTicket(tx, call, server))
}
