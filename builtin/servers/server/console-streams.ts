import type { ConsoleEvent } from '@spawnpoint/contracts/panel'
import { defineService } from '@spawnpoint/sdk/common'
import { Log, openEventStream, provide, type EventStream, type LogService } from '@spawnpoint/sdk/server'
import type { FastifyReply, FastifyRequest } from 'fastify'

const lookMs = 1_000
const checkMs = 3_000
// A silent connection is closed after a minute, by proxies earlier.
const beatMs = 15_000
const mostStreams = 1_000
const mostOfAPerson = 6
/** A slow reader with more bytes than this in its buffer misses lines. */
const mostBuffered = 262_144

interface Stream {
  readonly person: string
  readonly events: EventStream
  readonly isAllowed: () => Promise<boolean>
  checkAt: number
  beatAt: number
  missed: number
  leave: () => void
}

/** Pages that show a console. */
interface ConsoleStreamsService {
  /** Keeps the call open and writes to it what is shown, while its caller may see it. False where there are too many. */
  open(
    call: Pick<Stream, 'person' | 'isAllowed'> & {
      readonly request: FastifyRequest
      readonly reply: FastifyReply
      readonly watch: (show: (event: ConsoleEvent) => void) => () => void
    },
  ): boolean
  close(): void
}

export const ConsoleStreams = defineService<ConsoleStreamsService>('servers.console-streams')

/** A reader that is too slow misses lines, and is told how many once it has caught up. */
const showTo = (stream: Stream) => (event: ConsoleEvent) => {
  const isFull = stream.events.buffered() > mostBuffered
  if (isFull && event.name === 'lines') {
    stream.missed += event.data.lines.length + event.data.dropped
    return
  }
  if (isFull && event.name === 'stats') return
  if (event.name !== 'lines' || stream.missed === 0) return stream.events.send(event.name, event.data)
  const { lines, dropped } = event.data
  stream.events.send('lines', { lines, dropped: dropped + stream.missed })
  stream.missed = 0
}

/** A right that cannot be read counts as lost. */
const mayStillSee = async ({ isAllowed }: Stream, log: LogService): Promise<boolean> => {
  try {
    return await isAllowed()
  } catch (error) {
    log.warn({ err: error }, 'console closed: rights could not be read')
    return false
  }
}

export function createConsoleStreams({ log }: { log: LogService }): ConsoleStreamsService {
  const streams = new Set<Stream>()
  let timer: NodeJS.Timeout | null = null

  const forget = (stream: Stream) => {
    stream.leave()
    streams.delete(stream)
    if (streams.size > 0 || !timer) return
    clearInterval(timer)
    timer = null
  }
  const end = (stream: Stream) => {
    forget(stream)
    stream.events.end()
  }
  const check = async (stream: Stream) => {
    if (!(await mayStillSee(stream, log))) end(stream)
  }
  const look = () => {
    const now = Date.now()
    for (const stream of streams) {
      if (stream.events.isStopping()) end(stream)
      else if (now >= stream.checkAt) {
        stream.checkAt = now + checkMs
        void check(stream)
      }
      if (now < stream.beatAt) continue
      stream.beatAt = now + beatMs
      stream.events.beat()
    }
  }

  return {
    open({ watch, request, reply, ...call }) {
      if (streams.size >= mostStreams) return false
      const own = [...streams].filter(({ person }) => person === call.person)
      if (own.length >= mostOfAPerson && own[0]) end(own[0])
      const now = Date.now()
      const stream: Stream = {
        ...call,
        events: openEventStream({ request, reply, onClose: () => forget(stream) }),
        checkAt: now + checkMs,
        beatAt: now + beatMs,
        missed: 0,
        leave: () => undefined,
      }
      streams.add(stream)
      stream.leave = watch(showTo(stream))
      timer ??= setInterval(look, lookMs)
      return true
    },
    close() {
      for (const stream of streams) end(stream)
    },
  }
}

export const provideConsoleStreams = provide(ConsoleStreams, { log: Log }, createConsoleStreams)
