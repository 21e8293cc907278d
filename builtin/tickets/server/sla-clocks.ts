import {
  slaShare,
  type SlaClock,
  type TicketPriority,
  type TicketStatus,
} from '@spawnpoint/contracts/tickets'
import type { WeeklySchedule } from '@spawnpoint/sdk/resource'
import { addOpenTime, openTimeBetween } from './business-time.ts'

const HOUR_MS = 3_600_000

/** A fact that moves clocks: a message that the customer sees, or a change of the status. */
export type SlaFact =
  | { readonly at: number; readonly by: 'customer' | 'staff' }
  | { readonly at: number; readonly to: TicketStatus }

export interface SlaTargets {
  readonly firstReplyHours: number | null
  readonly nextReplyHours: number | null
  readonly resolutionHours: number | null
  readonly openingHours: WeeklySchedule
}

export interface SlaTicket {
  readonly createdAt: number
  readonly priority: TicketPriority
  readonly facts: readonly SlaFact[]
}

/** A time in which staff are expected to act: not while the customer's turn is, nor after the end. */
interface Stretch {
  readonly from: number
  /** Infinity while it lasts. */
  to: number
}

/** The conversation as clocks see it. */
interface Course {
  readonly stretches: readonly Stretch[]
  readonly firstReply: number | null
  /** The first question after the last reply; null where none waits. */
  readonly asked: number | null
  readonly closed: number | null
}

const runs = (status: TicketStatus) => status === 'open' || status === 'inprogress'

/** The status that a message leaves behind: as `changeStatus` and the replies set it. */
const statusAfter = (status: TicketStatus, fact: SlaFact): TicketStatus => {
  if ('to' in fact) return fact.to
  if (status === 'closed') return status
  if (fact.by === 'staff') return 'replied'
  return status === 'inprogress' ? status : 'open'
}

/** Reads the log from its beginning; nothing is counted up while a ticket lives, so nothing can be off. */
function readCourse({ createdAt, facts }: SlaTicket): Course {
  const stretches: Stretch[] = [{ from: createdAt, to: Infinity }]
  let status: TicketStatus = 'open'
  let firstReply: number | null = null
  let asked: number | null = createdAt
  let closed: number | null = null
  for (const fact of facts.toSorted((one, other) => one.at - other.at)) {
    // Messages of a ticket that was merged into this one may be older than it.
    const at = Math.max(fact.at, createdAt)
    const next = statusAfter(status, fact)
    const last = stretches.at(-1)
    if (runs(status) && !runs(next) && last) last.to = at
    if (!runs(status) && runs(next)) stretches.push({ from: at, to: Infinity })
    if ('by' in fact && fact.by === 'staff') {
      firstReply ??= at
      asked = null
    }
    if ('by' in fact && fact.by === 'customer') asked ??= at
    if (next !== status) closed = next === 'closed' ? at : null
    status = next
  }
  return { stretches, firstReply, asked, closed }
}

interface Wanted {
  readonly kind: SlaClock['kind']
  readonly hours: number
  readonly from: number
  /** When it was done; null while it is not. */
  readonly done: number | null
}

/** One clock: how much of its open time has passed, and what that means. */
function readClock(
  { stretches }: Course,
  { kind, hours, from, done }: Wanted,
  { week, now }: { readonly week: WeeklySchedule | null; readonly now: number },
): SlaClock {
  const target = hours * HOUR_MS
  const end = done ?? now
  let used = 0
  for (const stretch of stretches) {
    const span = { from: Math.max(stretch.from, from), to: Math.min(stretch.to, end) }
    if (span.from >= span.to) continue
    const before = used
    used += openTimeBetween(week, span, target - used)
    if (used < target) continue
    const due = addOpenTime(week, span.from, target - before)
    const dueAt = due === null ? null : new Date(due).toISOString()
    return { kind, state: done === null ? 'overdue' : 'missed', dueAt }
  }
  if (done !== null) return { kind, state: 'met', dueAt: null }
  if (stretches.at(-1)?.to !== Infinity) return { kind, state: 'paused', dueAt: null }
  const due = addOpenTime(week, now, target - used)
  return { kind, state: 'running', dueAt: due === null ? null : new Date(due).toISOString() }
}

/** The clocks of a ticket, as its log, the hours of its department and its priority make them. */
export function readSlaClocks(ticket: SlaTicket, targets: SlaTargets, now: number): SlaClock[] {
  const course = readCourse(ticket)
  const share = slaShare[ticket.priority]
  const { firstReplyHours, nextReplyHours, resolutionHours, openingHours: week } = targets
  const wanted: (Omit<Wanted, 'hours'> & { readonly hours: number | null })[] = [
    { kind: 'first', hours: firstReplyHours, from: ticket.createdAt, done: course.firstReply },
    { kind: 'resolution', hours: resolutionHours, from: ticket.createdAt, done: course.closed },
  ]
  if (course.firstReply !== null && course.asked !== null)
    wanted.splice(1, 0, { kind: 'next', hours: nextReplyHours, from: course.asked, done: null })
  return wanted.flatMap(({ hours, ...clock }) =>
    hours === null ? [] : [readClock(course, { ...clock, hours: hours * share }, { week, now })],
  )
}

/** The clock that is due first, of a ticket that waits for staff. */
export const soonestClock = (clocks: readonly SlaClock[]): SlaClock | null =>
  clocks
    .filter(({ state, dueAt }) => dueAt !== null && (state === 'running' || state === 'overdue'))
    .toSorted((one, other) => (one.dueAt ?? '').localeCompare(other.dueAt ?? ''))[0] ?? null
