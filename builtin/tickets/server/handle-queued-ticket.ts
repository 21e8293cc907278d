import { MERGE_UNDO_HOURS, readQueuedTicket, ticketSettings } from '@spawnpoint/contracts/tickets'
import { answer, type EndpointCall } from '@spawnpoint/sdk/server'
import { listMessages } from './message-queries.ts'
import { readMessageParts } from './message-parts.ts'
import { readDepartments, readPeople } from './people.ts'
import {
  peopleIn,
  presentCompensation,
  presentDetails,
  presentEvent,
  presentMessage,
  presentQueued,
} from './present-tickets.ts'
import { readSla } from './read-sla.ts'
import type { Message, Ticket } from './tables.ts'
import { findTicket, listEvents, listLastOf } from './ticket-queries.ts'
import { ticketUses } from './ticket-uses.ts'

const LAST_TICKETS = 5

type Call = EndpointCall<typeof readQueuedTicket, typeof ticketUses>

const mayReadAccounts = ({ actor }: Call) => actor.can('admin.users.list') || actor.can('admin.users.edit')

/** The customer, as far as the caller may know. */
async function readCustomer(call: Call, row: Ticket) {
  const { actor, users, ledger, servers, db } = call
  const person = await users.find(row.owner)
  if (!person) return null
  const owned = actor.can('admin.servers.list') ? await servers.get()?.ownedBy(row.owner) : undefined
  const balance = mayReadAccounts(call) ? await ledger.get()?.balance(row.owner) : undefined
  const last = await listLastOf(db.orm, row.owner, row.id, LAST_TICKETS)
  return {
    id: person.id,
    username: person.username,
    name: `${person.firstName} ${person.lastName}`,
    createdAt: person.createdAt.toISOString(),
    balance: balance ?? null,
    servers: owned?.map(({ id, name, status, expiresAt }) => ({ id, name, status, expiresAt })) ?? null,
    tickets: last.map(({ updatedAt, ...each }) => ({ ...each, updatedAt: updatedAt.toISOString() })),
  }
}

// Staff who see at once who was not content could hold it against them in the next minute.
const RATING_SHOWN_AFTER_MS = 86_400_000

const ratingOf = ({ rating, ratingComment, ratedAt }: Ticket, now: Date) =>
  ratedAt && now.getTime() - ratedAt.getTime() >= RATING_SHOWN_AFTER_MS
    ? { rating, ratingComment }
    : { rating: null, ratingComment: null }

const undoUntil = ({ mergedAt }: Ticket): string =>
  new Date((mergedAt?.getTime() ?? 0) + MERGE_UNDO_HOURS * 3_600_000).toISOString()

/** Until then a reply can be undone. */
export const heldUntil = ({ createdAt, releasedAt }: Message, seconds: number): string | null =>
  releasedAt === null ? new Date(createdAt.getTime() + seconds * 1_000).toISOString() : null

export const handleReadQueuedTicket = answer(readQueuedTicket, ticketUses, async (call) => {
  const { actor, params, fail, db, users, settings, clock } = call
  const row = await findTicket(db.orm, params.id)
  if (!row) throw fail('NOT_FOUND')
  const [messages, events] = [await listMessages(db.orm, row.id), await listEvents(db.orm, row.id)]
  const parts = await readMessageParts(db.orm, messages)
  const people = await readPeople(users, peopleIn(row, messages, events))
  const departments = await readDepartments(call)
  const previous = row.previousId === null ? null : await findTicket(db.orm, row.previousId)
  const into = row.mergedInto === null ? null : await findTicket(db.orm, row.mergedInto)
  const seconds = settings.read(ticketSettings).tickets_undo_seconds
  return {
    ticket: {
      ...presentQueued(row, departments, people, clock.now()),
      ...presentDetails(row, previous, into),
      mergedInto: into && { id: into.id, number: into.number, undoUntil: undoUntil(row) },
      ...ratingOf(row, clock.now()),
      version: row.version,
      sla: (await readSla(call, [row])).get(row.id) ?? [],
    },
    messages: messages.map((message) => ({
      ...presentMessage(message, people, parts),
      internal: message.internal,
      failedCompensation: presentCompensation(
        parts.granted.find(({ messageId }) => messageId === message.id),
        true,
      ),
      heldUntil: heldUntil(message, seconds),
      own: message.author === actor.id,
    })),
    events: events.map((event) => presentEvent(event, people, departments)),
    customer: await readCustomer(call, row),
  }
})
