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
import type { Message, Ticket, ticket } from './tables.ts'
import { countOpenOf, findByRequest, findTicketOf, insertTicket, lockOwner } from './ticket-queries.ts'
import type { ticketUses, TicketUses } from './ticket-uses.ts'

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

interface Opening extends Pick<
  typeof ticket.$inferInsert,
  'owner' | 'departmentId' | 'serverId' | 'serverName' | 'diagnosis' | 'previousId' | 'subject' | 'priority'
> {
  readonly body: string
  readonly requestKey: string
  /** Null where an added plugin opens it in its own name. */
  readonly author: string | null
  readonly plugin?: { readonly id: string; readonly name: string }
}

/** Writes a ticket with its first message. Null where the owner has used the request key before. */
export async function insertOpened(
  uses: TicketUses,
  tx: Transaction,
  { body, author, plugin, ...opening }: Opening,
): Promise<{ readonly row: Ticket; readonly made: Message } | null> {
  const at = uses.clock.now()
  const staff = author === null
  const row = await insertTicket(
    tx,
    {
      ...opening,
      id: createRowId(at.getTime()),
      ...(staff && { status: 'replied', lastBy: 'staff' }),
      createdAt: at,
      updatedAt: at,
    },
    `${opening.subject} ${body}`,
  )
  if (!row) return null
  const made = await insertMessage(tx, {
    ticketId: row.id,
    author,
    staff,
    body,
    ...(plugin && { plugin: plugin.id, pluginName: plugin.name }),
    requestKey: opening.requestKey,
    createdAt: at,
    releasedAt: at,
  })
  if (!made) return null
  await uses.events.emit(tx, ticketOpened, { ticket: row.id, owner: row.owner })
  await uses.sessions.changed(tx, row.owner)
  return { row, made }
}

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
  const opened = await insertOpened(call, tx, {
    owner: actor.id,
    author: actor.id,
    departmentId: body.departmentId,
    serverId: server?.id ?? null,
    serverName: server?.name ?? null,
    diagnosis: server && body.withDiagnosis ? diagnose(server, clock.now()) : null,
    previousId: body.previousId,
    subject: body.subject,
    body: body.body,
    priority: body.priority,
    requestKey: body.requestKey,
  })
  if (!opened) throw fail('TICKETS_KEY_REUSED')
  const { row, made } = opened
  if (!(await sendAttachments(tx, { ids: body.files, place: null, made }))) throw fail('TICKETS_FILES')
  await deleteDraft(tx, actor.id, null)
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
