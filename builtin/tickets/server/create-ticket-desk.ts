import {
  pluginTicketBounds,
  ticketBounds,
  TicketDesk,
  ticketPriorities,
  ticketSettings,
  type TicketDeskOpened,
  type TicketDeskReplied,
  type TicketDeskTicket,
} from '@spawnpoint/contracts/tickets'
import { ticketBody, ticketSubject } from '@spawnpoint/contracts/tickets/schemas'
import { plainText, rowId, type ServicesOf } from '@spawnpoint/sdk/common'
import {
  callerTitle,
  forPlugins,
  Limits,
  Plugins,
  provide,
  readPluginRequest,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { derivedKey } from './derived-key.ts'
import { insertOwnReply, settleOwnReply } from './handle-own-replies.ts'
import { countMessages, findMessageOfPlugin, insertMessage, listPublicMessages } from './message-queries.ts'
import { insertOpened } from './open-ticket.ts'
import { readPeople } from './people.ts'
import { releaseReply } from './release-reply.ts'
import { ownPath, sendNotice } from './ticket-notices.ts'
import { countOpenOf, findByRequest, findTicket, lockOwner, lockTicket } from './ticket-queries.ts'
import { ticketUses } from './ticket-uses.ts'

const uses = { ...ticketUses, limits: Limits, plugins: Plugins }
type Uses = ServicesOf<typeof uses>

/** An added plugin as people read it. */
interface Caller {
  readonly id: string
  readonly name: string
}

const DAY_SECONDS = 86_400
const writing = {
  body: ticketBody.min(1),
  from: z.enum(['plugin', 'customer']).default('plugin'),
  key: plainText(1, 150),
}
const opening = z.strictObject({
  ...writing,
  user: z.string(),
  subject: ticketSubject,
  priority: z.enum(ticketPriorities).default('low'),
  department: rowId.optional(),
})
const replying = z.strictObject({ ...writing, ticket: z.string() })

const isOn = ({ settings }: Uses) =>
  settings.describe().find(({ key }) => key === 'allow_tickets')?.value !== false

const isOpenDepartment = async ({ departments }: Uses, id: string) =>
  ((await departments.get()?.list({ enabled: true })) ?? []).some((each) => each.id === id)

async function writeOpening(
  services: Uses,
  tx: Transaction,
  by: Caller,
  { user, from, subject, body, priority, department, key }: z.output<typeof opening>,
): Promise<TicketDeskOpened> {
  await lockOwner(tx, user)
  const requestKey = derivedKey(by.id, key)
  const earlier = await findByRequest(tx, user, requestKey)
  if (earlier)
    return earlier.subject === subject
      ? { ok: true, repeated: true, ticket: earlier.id, number: earlier.number }
      : { ok: false, reason: 'key-reused' }
  if (await findMessageOfPlugin(tx, by.id, requestKey)) return { ok: false, reason: 'key-reused' }
  const most = services.settings.read(ticketSettings).tickets_open_limit
  if ((await countOpenOf(tx, user)) >= most) return { ok: false, reason: 'too-many' }
  const author = from === 'customer' ? user : null
  const facts = { serverId: null, serverName: null, diagnosis: null, previousId: null }
  const written = { ...facts, owner: user, author, plugin: by, subject, body, priority, requestKey }
  const opened = await insertOpened(services, tx, { ...written, departmentId: department ?? null })
  if (!opened) return { ok: false, reason: 'key-reused' }
  const { row } = opened
  await services.audit.write(tx, {
    actor: null,
    action: 'tickets:opened',
    target: row.id,
    after: { number: row.number, subject, priority, plugin: by.id },
  })
  const path = ownPath(row.id)
  if (author === null)
    await sendNotice(services, tx, { kind: 'opened', to: user, ticket: row, by: { plugin: by.name }, path })
  return { ok: true, repeated: false, ticket: row.id, number: row.number }
}

async function open(services: Uses, by: Caller, given: unknown): Promise<TicketDeskOpened> {
  const request = readPluginRequest(opening, 'desk.open', given)
  const { user, department } = request
  const isPerson = rowId.safeParse(user).success && (await services.users.find(user)) !== null
  if (!isPerson) return { ok: false, reason: 'unknown' }
  if (!isOn(services)) return { ok: false, reason: 'off' }
  if (department !== undefined && !(await isOpenDepartment(services, department)))
    return { ok: false, reason: 'department' }
  const known = await findByRequest(services.db.orm, user, derivedKey(by.id, request.key))
  const rule = { max: pluginTicketBounds.opened, perSeconds: DAY_SECONDS }
  const day = services.clock.now().toISOString().slice(0, 10)
  if (!known && !(await services.limits.take(`tickets:desk:${by.id}:${user}:${day}`, rule)))
    return { ok: false, reason: 'too-many' }
  return services.db.orm.transaction((tx) => writeOpening(services, tx, by, request))
}

async function writeReply(
  services: Uses,
  tx: Transaction,
  by: Caller,
  { ticket, from, body, key }: z.output<typeof replying>,
): Promise<TicketDeskReplied> {
  const row = await lockTicket(tx, ticket)
  if (!row) return { ok: false, reason: 'unknown' }
  const requestKey = derivedKey(by.id, key)
  const earlier = await findMessageOfPlugin(tx, by.id, requestKey)
  if (earlier)
    return earlier.ticketId === ticket && earlier.body === body
      ? { ok: true, repeated: true }
      : { ok: false, reason: 'key-reused' }
  if (row.status === 'closed') return { ok: false, reason: 'closed' }
  if ((await countMessages(tx, ticket)) >= ticketBounds.messages) return { ok: false, reason: 'full' }
  if ((await countMessages(tx, ticket, by.id)) >= pluginTicketBounds.messages)
    return { ok: false, reason: 'too-many' }
  const at = services.clock.now()
  const own = { ticketId: ticket, author: null, plugin: by.id, pluginName: by.name, staff: true }
  const made =
    from === 'customer'
      ? await insertOwnReply(services, tx, row, { body, requestKey, plugin: by })
      : await insertMessage(tx, { ...own, body, requestKey, createdAt: at, releasedAt: at })
  if (!made) return { ok: false, reason: 'key-reused' }
  if (from === 'customer') await settleOwnReply(services, tx, row, made)
  else await releaseReply(services, tx, row, made, at)
  await services.audit.write(tx, {
    actor: null,
    action: from === 'customer' ? 'tickets:replied' : 'tickets:answered',
    target: ticket,
    after: { number: row.number, plugin: by.id },
  })
  return { ok: true, repeated: false }
}

async function find({ db, users }: Uses, id: string): Promise<TicketDeskTicket | null> {
  const row = rowId.safeParse(id).success ? await findTicket(db.orm, id) : null
  if (!row) return null
  const messages = await listPublicMessages(db.orm, id)
  const people = await readPeople(
    users,
    messages.map(({ author }) => author),
  )
  const { number, owner, subject, status, priority } = row
  return {
    id,
    number,
    owner,
    subject,
    status,
    priority,
    messages: messages.map(({ id: message, author, pluginName, staff, releasedAt, createdAt, body }) => ({
      id: String(message),
      at: (releasedAt ?? createdAt).toISOString(),
      from: author === null ? 'plugin' : staff ? 'staff' : 'customer',
      name: author === null ? pluginName : (people(author)?.name ?? null),
      body,
    })),
  }
}

export const provideTicketDesk = provide(TicketDesk, uses, (services) =>
  forPlugins((caller) => {
    const by = { id: caller.id, name: callerTitle(caller, services.plugins) }
    return {
      open: (given) => open(services, by, given),
      reply: async (given) => {
        const request = readPluginRequest(replying, 'desk.reply', given)
        if (!rowId.safeParse(request.ticket).success) return { ok: false, reason: 'unknown' }
        return services.db.orm.transaction((tx) => writeReply(services, tx, by, request))
      },
      find: (id) => find(services, id),
    }
  }),
)
