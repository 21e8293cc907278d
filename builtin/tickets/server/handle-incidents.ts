import { Incidents } from '@spawnpoint/contracts/announcements'
import { ServerPlaces } from '@spawnpoint/contracts/servers'
import {
  answerIncident,
  incidentAnswerBounds,
  listIncidentTickets,
  ticketBounds,
  ticketSettings,
} from '@spawnpoint/contracts/tickets'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { answer, type EndpointCall, type Transaction } from '@spawnpoint/sdk/server'
import { derivedKey } from './derived-key.ts'
import { requireFilledIn } from './filled-in.ts'
import { listServerTickets } from './incident-queries.ts'
import { countMessages, findMessageByRequest, insertMessage } from './message-queries.ts'
import { readPeople } from './people.ts'
import { holdReply } from './release-reply.ts'
import type { Ticket } from './tables.ts'
import { lockTicket } from './ticket-queries.ts'
import { ticketUses } from './ticket-uses.ts'

const uses = { ...ticketUses, incidents: optional(Incidents), places: optional(ServerPlaces) }
type Uses = ServicesOf<typeof uses>
type Call = EndpointCall<typeof answerIncident, typeof uses>

// Customers write before staff have found out what happened.
const BEFORE_MS = 86_400_000

/** The open tickets about servers in the locations of an incident; null where there is no such incident. */
async function gather({ db, incidents, places }: Uses, id: string): Promise<readonly Ticket[] | null> {
  const incident = (await incidents.get()?.find(id)) ?? null
  if (!incident) return null
  const since = new Date(incident.startedAt.getTime() - BEFORE_MS)
  const open = await listServerTickets(db.orm, since, incidentAnswerBounds.tickets)
  const found = await places.get()?.locationsOf(open.flatMap(({ serverId }) => serverId ?? []))
  return open.filter(({ serverId }) => incident.locationIds.includes(found?.get(serverId ?? '') ?? ''))
}

export const handleListIncidentTickets = answer(
  listIncidentTickets,
  uses,
  async ({ params, fail, ...services }) => {
    const rows = await gather(services, params.id)
    if (!rows) throw fail('NOT_FOUND')
    const people = await readPeople(
      services.users,
      rows.map(({ owner }) => owner),
    )
    return {
      tickets: rows.map(({ id, number, subject, status, owner, serverName, createdAt }) => ({
        id,
        number,
        subject,
        status,
        owner: people(owner),
        server: serverName,
        createdAt: createdAt.toISOString(),
      })),
    }
  },
)

/** Replies in one ticket; false where it takes no reply any more. */
async function replyIn(tx: Transaction, call: Call, id: string, seconds: number): Promise<boolean> {
  const { actor, body, clock, audit, ip } = call
  const row = await lockTicket(tx, id)
  const requestKey = derivedKey(body.requestKey, id)
  if (await findMessageByRequest(tx, actor.id, requestKey)) return true
  if (!row || row.status === 'closed' || (await countMessages(tx, id)) >= ticketBounds.messages) return false
  const text = { ticketId: id, author: actor.id, staff: true, body: body.body }
  const made = await insertMessage(tx, { ...text, requestKey, createdAt: clock.now(), releasedAt: null })
  if (!made) return false
  const after = { number: row.number, incident: call.params.id }
  await audit.write(tx, { actor: actor.id, action: 'tickets:answered', target: id, after, ip })
  await holdReply(call, tx, row, made, seconds)
  return true
}

export const handleAnswerIncident = answer(answerIncident, uses, async (call) => {
  const { params, body, fail, db, settings } = call
  const rows = await gather(call, params.id)
  if (!rows) throw fail('NOT_FOUND')
  requireFilledIn(body.body)
  const numbers = new Map(rows.map(({ id, number }) => [id, number]))
  const seconds = settings.read(ticketSettings).tickets_undo_seconds
  const skipped: number[] = []
  let sent = 0
  for (const id of new Set(body.tickets)) {
    const number = numbers.get(id)
    // Another ticket than those that the incident gathers is never answered by it.
    const isSent = number !== undefined && (await db.orm.transaction((tx) => replyIn(tx, call, id, seconds)))
    if (isSent) sent += 1
    else skipped.push(number ?? 0)
  }
  if (sent === 0) throw fail('TICKETS_INCIDENT')
  return { sent, skipped: skipped.filter((number) => number > 0) }
})
