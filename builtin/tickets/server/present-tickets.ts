import type { Attachment, Compensation, Message, Ticket, TicketEvent } from './tables.ts'
import type { Present } from './presence-queries.ts'
import type { readDepartments, readPeople } from './people.ts'

type Names = Awaited<ReturnType<typeof readPeople>>
type Departments = Awaited<ReturnType<typeof readDepartments>>

/** A ticket in a list. */
export const presentTicket = (row: Ticket, departments: Departments) => ({
  id: row.id,
  number: row.number,
  subject: row.subject,
  status: row.status,
  priority: row.priority,
  department: departments(row.departmentId),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const presentQueued = (row: Ticket, departments: Departments, people: Names, now: Date) => ({
  ...presentTicket(row, departments),
  owner: people(row.owner),
  assignee: people(row.assignee),
  lastBy: row.lastBy,
  snoozedUntil: row.snoozedUntil && row.snoozedUntil > now ? row.snoozedUntil.toISOString() : null,
})

export const presentViewers = (present: readonly Present[], people: Names) =>
  present.flatMap(({ person, typing }) => {
    const found = people(person)
    return found ? [{ id: found.id, name: found.name, typing }] : []
  })

/** The rest of a ticket for its own page. */
export const presentDetails = (row: Ticket, previous: Ticket | null, into: Ticket | null) => ({
  server: row.serverId === null ? null : { id: row.serverId, name: row.serverName ?? '' },
  diagnosis: row.diagnosis,
  closedAt: row.closedAt?.toISOString() ?? null,
  rating: row.rating,
  ratingComment: row.ratingComment,
  previous: previous && { id: previous.id, number: previous.number },
  mergedInto: into && { id: into.id, number: into.number },
})

export const presentFile = ({ id, name, kind, bytes }: Attachment) => ({ id, name, kind, bytes })

/** The grant of a reply; `failed` for the part that could not be paid. */
export const presentCompensation = (granted: Compensation | undefined, failed: boolean) => {
  if (!granted) return null
  const coins = granted.coinsFailed === failed ? granted.coins : 0
  const days = granted.daysFailed === failed ? granted.days : 0
  return coins + days === 0 ? null : { coins, days, server: days === 0 ? null : granted.serverName }
}

/** The files and grants of messages. */
export interface MessageParts {
  readonly files: readonly Attachment[]
  readonly granted: readonly Compensation[]
}

export const presentMessage = (row: Message, people: Names, { files, granted }: MessageParts) => ({
  id: String(row.id),
  at: (row.releasedAt ?? row.createdAt).toISOString(),
  body: row.body,
  staff: row.staff,
  author: people(row.author),
  plugin: row.pluginName,
  files: files.filter(({ messageId }) => messageId === row.id).map(presentFile),
  compensation: presentCompensation(
    granted.find(({ messageId }) => messageId === row.id),
    false,
  ),
})

export const presentEvent = (row: TicketEvent, people: Names, departments: Departments) => {
  const named = (value: string | null) => {
    if (value === null) return null
    if (row.kind === 'assignee') return people(value)?.name ?? null
    return row.kind === 'department' ? (departments(value)?.name ?? null) : value
  }
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    kind: row.kind,
    from: named(row.before),
    to: named(row.after),
    actor: people(row.actor),
  }
}

/** Everybody whose name a conversation shows. */
export const peopleIn = (row: Ticket, messages: readonly Message[], events: readonly TicketEvent[]) => [
  row.owner,
  row.assignee,
  ...messages.map(({ author }) => author),
  ...events.flatMap(({ kind, actor, before, after }) =>
    kind === 'assignee' ? [actor, before, after] : [actor],
  ),
]
