import type { SlaClock } from '@spawnpoint/contracts/tickets'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { readSlaClocks, type SlaFact } from './sla-clocks.ts'
import { event, message, ticketStatusOf, type Ticket } from './tables.ts'
import type { TicketUses } from './ticket-uses.ts'

/** The facts that moved the clocks of some tickets, by ticket. */
async function listFacts(db: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, SlaFact[]>> {
  const messages = await db
    .select({ ticketId: message.ticketId, staff: message.staff, at: message.releasedAt })
    .from(message)
    .where(
      and(inArray(message.ticketId, [...ids]), eq(message.internal, false), isNotNull(message.releasedAt)),
    )
    .orderBy(asc(message.id))
  const events = await db
    .select({ ticketId: event.ticketId, to: event.after, at: event.at })
    .from(event)
    .where(and(inArray(event.ticketId, [...ids]), eq(event.kind, 'status')))
    .orderBy(asc(event.id))
  const facts = new Map<string, SlaFact[]>(ids.map((id) => [id, []]))
  for (const { ticketId, staff, at } of messages)
    facts.get(ticketId)?.push({ at: at?.getTime() ?? 0, by: staff ? 'staff' : 'customer' })
  for (const { ticketId, to, at } of events) {
    const status = ticketStatusOf(to)
    if (status) facts.get(ticketId)?.push({ at: at.getTime(), to: status })
  }
  return facts
}

/** The clocks of tickets whose departments have promised something. */
export async function readSla(
  { db, departments, clock }: Pick<TicketUses, 'db' | 'departments' | 'clock'>,
  rows: readonly Ticket[],
): Promise<ReadonlyMap<string, SlaClock[]>> {
  const all = (await departments.get()?.list()) ?? []
  const targets = new Map(
    all
      .filter((each) => each.firstReplyHours ?? each.nextReplyHours ?? each.resolutionHours)
      .map((each) => [each.id, each]),
  )
  const timed = rows.filter(({ departmentId }) => departmentId !== null && targets.has(departmentId))
  if (timed.length === 0) return new Map()
  const facts = await listFacts(
    db.orm,
    timed.map(({ id }) => id),
  )
  const now = clock.now().getTime()
  return new Map(
    timed.flatMap(({ id, createdAt, priority, departmentId }) => {
      const target = targets.get(departmentId ?? '')
      const ticket = { createdAt: createdAt.getTime(), priority, facts: facts.get(id) ?? [] }
      return target ? [[id, readSlaClocks(ticket, target, now)] as const] : []
    }),
  )
}
