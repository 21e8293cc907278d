import type { FastifyReply, FastifyRequest } from 'fastify'
import { openEventStream, type EventStream } from './event-stream.ts'

const LOOK_MS = 1_000
const ASK_MS = 3_000
// A silent connection is closed after a minute, by proxies earlier.
const BEAT_MS = 15_000
const MOST_STREAMS = 1_000
const MOST_OF_A_PERSON = 6

/** The open streams of one kind, as {@link createEventStreams} keeps them. @example const closeAll = (streams: EventStreams) => streams.close() */
export interface EventStreams {
  /**
   * Takes a call over as a stream, and ends the oldest of a person who has six. `mayGoOn` is asked every 3 s: false, or a
   * rejection, ends the stream. `onClose` runs once, when the stream is over. Gives null where 1,000 are open.
   */
  open(call: {
    readonly request: FastifyRequest
    readonly reply: FastifyReply
    /** Id of the user who reads it. */
    readonly person: string
    readonly mayGoOn?: () => Promise<boolean>
    readonly onClose?: () => void
  }): EventStream | null
  /** Ends all of them. Their pages connect again 2 s later. */
  close(): void
}

interface Kept {
  readonly person: string
  readonly events: EventStream
  readonly mayGoOn: () => Promise<boolean>
  readonly onClose: () => void
  readonly endsAt: number
  askAt: number
  beatAt: number
}

/** Goes forward alone, whoever sets the clock of the machine. */
const steady = () => performance.now()
const always = async () => true
const nothing = () => undefined

/**
 * Keeps streams of server-sent events within bounds: a number for each person and in all, a beat while they are silent, an
 * end when their reader lost the right, after `lifeMs` (milliseconds; without it they go on), and when the server stops.
 * Throws nothing.
 *
 * @example const streams: EventStreams = createEventStreams({ lifeMs: 300_000 })
 */
export function createEventStreams({ lifeMs = Infinity }: { readonly lifeMs?: number } = {}): EventStreams {
  const streams = new Set<Kept>()
  let timer: NodeJS.Timeout | null = null

  const end = (stream: Kept) => {
    if (streams.delete(stream)) stream.onClose()
    stream.events.end()
  }
  async function ask(stream: Kept) {
    // A right that cannot be read counts as lost.
    if (!(await stream.mayGoOn().catch(() => false))) end(stream)
  }
  function look() {
    const now = steady()
    for (const stream of streams) {
      if (now > stream.endsAt || stream.events.isStopping()) {
        end(stream)
        continue
      }
      if (now >= stream.askAt) {
        stream.askAt = now + ASK_MS
        void ask(stream)
      }
      if (now < stream.beatAt) continue
      stream.beatAt = now + BEAT_MS
      stream.events.beat()
    }
    if (streams.size > 0 || !timer) return
    clearInterval(timer)
    timer = null
  }

  return {
    open({ request, reply, person, mayGoOn = always, onClose = nothing }) {
      if (streams.size >= MOST_STREAMS) return null
      const own = [...streams].filter((each) => each.person === person)
      if (own.length >= MOST_OF_A_PERSON && own[0]) end(own[0])
      const now = steady()
      const events = openEventStream({ request, reply, onClose: () => end(stream) })
      const stream: Kept = {
        person,
        events,
        mayGoOn,
        onClose,
        endsAt: now + lifeMs,
        askAt: now + ASK_MS,
        beatAt: now + BEAT_MS,
      }
      streams.add(stream)
      timer ??= setInterval(look, LOOK_MS)
      return events
    },
    close() {
      for (const stream of streams) end(stream)
    },
  }
}
