import type { ConsoleEvent } from '@spawnpoint/contracts/panel'
import { defineService } from '@spawnpoint/sdk/common'
import {
  createEventStreams,
  Log,
  provide,
  type EventStream,
  type EventStreams,
  type LogService,
} from '@spawnpoint/sdk/server'

/** A slow reader with more bytes than this in its buffer misses lines. */
const mostBuffered = 262_144

interface Stream {
  readonly events: EventStream
  missed: number
}

/** Pages that show a console. */
interface ConsoleStreamsService extends Pick<EventStreams, 'close'> {
  /** Keeps the call open and writes to it what is shown, while its caller may see it. */
  open(
    call: Pick<Parameters<EventStreams['open']>[0], 'person' | 'request' | 'reply'> & {
      readonly isAllowed: () => Promise<boolean>
      readonly watch: (show: (event: ConsoleEvent) => void) => () => void
    },
  ): void
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
const mayStillSee = async (isAllowed: () => Promise<boolean>, log: LogService): Promise<boolean> => {
  try {
    return await isAllowed()
  } catch (error) {
    log.warn({ err: error }, 'console closed: rights could not be read')
    return false
  }
}

export function createConsoleStreams({ log }: { log: LogService }): ConsoleStreamsService {
  const streams = createEventStreams()
  return {
    open({ watch, isAllowed, ...call }) {
      let leave: (() => void) | null = null
      const mayGoOn = () => mayStillSee(isAllowed, log)
      const events = streams.open({ ...call, mayGoOn, onClose: () => leave?.() })
      if (events) leave = watch(showTo({ events, missed: 0 }))
    },
    close: streams.close,
  }
}

export const provideConsoleStreams = provide(ConsoleStreams, { log: Log }, createConsoleStreams)
