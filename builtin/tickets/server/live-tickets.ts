import { Users, type UsersService } from '@spawnpoint/contracts/users'
import { defineService } from '@spawnpoint/sdk/common'
import {
  createEventStreams,
  Database,
  Log,
  provide,
  type DatabaseService,
  type EventStream,
  type EventStreams,
  type LogService,
} from '@spawnpoint/sdk/server'
import { endPresence, listPresent, renewPresence, type Present } from './presence-queries.ts'

const LOOK_MS = 500
const RENEW_MS = 5_000
// The session is checked again at each connection.
const LIFE_MS = 300_000

interface Stream {
  readonly person: string
  readonly ticket: string
  /** Staff are shown to each other. */
  readonly staff: boolean
  readonly events: EventStream
  renewAt: number
  touched: string | null
  present: string
}

/** Tells open pages of changes, whichever process made them. */
interface LiveTicketsService {
  /** Keeps the call open and writes an event to it at each change. */
  watch(
    call: Pick<Stream, 'ticket' | 'staff'> &
      Pick<Parameters<EventStreams['open']>[0], 'person' | 'request' | 'reply'>,
  ): void
  /** Ends all: a page that loses its stream opens another, or asks from time to time. */
  close(): void
}

export const LiveTickets = defineService<LiveTicketsService>('tickets.live-tickets')

interface Uses {
  readonly db: DatabaseService
  readonly log: LogService
  readonly users: UsersService
}

const readTouched = async (db: DatabaseService, ids: readonly string[]) => {
  const rows = await db.query<{ id: string; touched: string }>({
    name: 'tickets.touched',
    text: 'select id, touched_at::text as touched from tickets.ticket where id = any($1::uuid[])',
    values: [ids],
  })
  return new Map(rows.map(({ id, touched }) => [id, touched]))
}

/** Keeps the people of these streams present, and tells each of the others. */
async function showPresence({ db, users }: Uses, streams: readonly Stream[]): Promise<void> {
  const now = performance.now()
  const due = streams.filter(({ renewAt }) => now >= renewAt)
  for (const stream of due) stream.renewAt = now + RENEW_MS
  // One row for each person and ticket, however many pages they have open.
  const rows = new Map(due.map(({ ticket, person }) => [`${ticket} ${person}`, { ticket, person }]))
  if (rows.size > 0) await renewPresence(db.orm, [...rows.values()])
  const present = await listPresent(db.orm, [...new Set(streams.map(({ ticket }) => ticket))])
  for (const stream of streams) {
    const others = present.filter(
      ({ ticketId, person }) => ticketId === stream.ticket && person !== stream.person,
    )
    const key = others.map(({ person, typing }) => `${person} ${typing}`).join()
    if (key === stream.present) continue
    stream.present = key
    stream.events.send('presence', { people: await nameAll(users, others) })
  }
}

const nameAll = async (users: UsersService, others: readonly Present[]) => {
  const found = await users.findMany(others.map(({ person }) => person))
  const names = new Map(found.map(({ id, username }) => [id, username]))
  return others.flatMap(({ person, typing }) => {
    const name = names.get(person)
    return name === undefined ? [] : [{ id: person, name, typing }]
  })
}

/** Its person is gone at once, unless another page of theirs shows the ticket. */
function leaveTicket(
  { db, log }: Uses,
  { staff, ticket, person }: Stream,
  others: ReadonlySet<Stream>,
): void {
  if (!staff || [...others].some((each) => each.ticket === ticket && each.person === person)) return
  endPresence(db.orm, ticket, person).catch((error: unknown) =>
    // The row ends by itself a few seconds later.
    log.debug({ err: error }, 'a person could not be removed from a ticket'),
  )
}

function createLiveTickets(uses: Uses): LiveTicketsService {
  const { db, log } = uses
  const open = createEventStreams({ lifeMs: LIFE_MS })
  const streams = new Set<Stream>()
  let timer: NodeJS.Timeout | null = null

  /** One question for all streams: a change is told within half a second. */
  async function look() {
    const touched = await readTouched(db, [...new Set([...streams].map(({ ticket }) => ticket))])
    for (const stream of streams) {
      const latest = touched.get(stream.ticket) ?? null
      if (latest === null) stream.events.end()
      else if (latest !== stream.touched) stream.events.send('change', { ticket: stream.ticket })
      stream.touched = latest
    }
    const ofStaff = [...streams].filter(({ staff }) => staff)
    if (ofStaff.length > 0) await showPresence(uses, ofStaff)
  }
  function schedule() {
    if (timer !== null || streams.size === 0) return
    timer = setTimeout(() => {
      look()
        // The database may be away for a moment; the next look asks again.
        .catch((error: unknown) => log.debug({ err: error }, 'changes of tickets could not be read'))
        .finally(() => {
          timer = null
          schedule()
        })
    }, LOOK_MS)
  }
  const leave = (stream: Stream) => {
    streams.delete(stream)
    leaveTicket(uses, stream, streams)
  }

  return {
    watch({ ticket, staff, ...call }) {
      const events = open.open({ ...call, onClose: () => leave(stream) })
      if (!events) return
      const stream: Stream = {
        person: call.person,
        ticket,
        staff,
        events,
        renewAt: performance.now(),
        touched: null,
        present: '',
      }
      streams.add(stream)
      schedule()
    },
    close() {
      open.close()
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}

export const provideLiveTickets = provide(
  LiveTickets,
  { db: Database, log: Log, users: Users },
  createLiveTickets,
)
