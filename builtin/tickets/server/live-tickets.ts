import { defineService } from '@spawnpoint/sdk/common'
import { Database, Log, provide, type DatabaseService, type LogService } from '@spawnpoint/sdk/server'
import type { FastifyReply, FastifyRequest } from 'fastify'

const LOOK_MS = 500
// A silent connection is closed after a minute, by proxies earlier.
const BEAT_MS = 15_000
const MOST_STREAMS = 1_000
const MOST_OF_A_PERSON = 6
// The session is checked again at each connection.
const LIFE_MS = 300_000

interface Stream {
  readonly person: string
  readonly ticket: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly endsAt: number
  beatAt: number
  touched: string | null
}

/** Tells open pages of changes, whichever process made them. */
interface LiveTicketsService {
  /** Keeps the call open and writes an event to it at each change. False where there are too many. */
  watch(call: Pick<Stream, 'person' | 'ticket' | 'request' | 'reply'>): boolean
  /** Ends all: a page that loses its stream opens another, or asks from time to time. */
  close(): void
}

export const LiveTickets = defineService<LiveTicketsService>('tickets.live-tickets')

/** The server takes no more connections: it waits for the open ones to end. */
const isStopping = ({ raw }: FastifyRequest): boolean => {
  const server: unknown = Reflect.get(raw.socket, 'server')
  return server instanceof Object && Reflect.get(server, 'listening') === false
}

const readTouched = async (db: DatabaseService, ids: readonly string[]) => {
  const rows = await db.query<{ id: string; touched: string }>({
    name: 'tickets.touched',
    text: 'select id, touched_at::text as touched from tickets.ticket where id = any($1::uuid[])',
    values: [ids],
  })
  return new Map(rows.map(({ id, touched }) => [id, touched]))
}

function createLiveTickets({ db, log }: { db: DatabaseService; log: LogService }): LiveTicketsService {
  const streams = new Set<Stream>()
  let timer: NodeJS.Timeout | null = null

  const end = (stream: Stream) => {
    streams.delete(stream)
    stream.reply.raw.end()
  }
  /** One question for all streams: a change is told within half a second. */
  async function look() {
    const touched = await readTouched(db, [...new Set([...streams].map(({ ticket }) => ticket))])
    const now = Date.now()
    for (const stream of streams) {
      const latest = touched.get(stream.ticket) ?? null
      if (latest === null || now > stream.endsAt || isStopping(stream.request)) end(stream)
      else if (latest !== stream.touched) {
        stream.reply.raw.write(`event: change\ndata: ${JSON.stringify({ ticket: stream.ticket })}\n\n`)
        stream.touched = latest
      } else if (now > stream.beatAt) {
        stream.reply.raw.write(':\n\n')
        stream.beatAt = now + BEAT_MS
      }
    }
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

  return {
    watch({ person, ticket, request, reply }) {
      const own = [...streams].filter((each) => each.person === person)
      if (streams.size >= MOST_STREAMS) return false
      if (own.length >= MOST_OF_A_PERSON && own[0]) end(own[0])
      const now = Date.now()
      const stream = { person, ticket, request, reply, endsAt: now + LIFE_MS, beatAt: now, touched: null }
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      })
      reply.raw.write('retry: 2000\n\n')
      reply.raw.once('close', () => streams.delete(stream))
      streams.add(stream)
      schedule()
      return true
    },
    close() {
      for (const stream of streams) end(stream)
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}

export const provideLiveTickets = provide(LiveTickets, { db: Database, log: Log }, createLiveTickets)
