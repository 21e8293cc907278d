import { hideSecrets } from '@spawnpoint/sdk/common'
import type { RecentLogService } from '@spawnpoint/sdk/server'
import { pino, type DestinationStream, type Logger } from 'pino'
import type { Config } from '../config.ts'
import { writeSync } from 'node:fs'
import { CUT, cutSecretsOf } from './cut-secrets.ts'
import { createLogStream } from './log-stream.ts'

/** A failed statement's error carries its values, which may be anybody's secrets. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { params: _params, ...told } = pino.stdSerializers.err(error) as PinoError
  return {
    ...told,
    message: cutSecretsOf(withoutValues(error, told.message)),
    stack: cutSecretsOf(withoutValues(error, told.stack)),
  }
}

type PinoError = ReturnType<typeof pino.stdSerializers.err> & { readonly params?: unknown }

function withoutValues(error: unknown, text: string): string {
  if (!(error instanceof Error)) return text
  const values: unknown = Reflect.get(error, 'params')
  const shorter = values === undefined ? text : text.replaceAll(`\nparams: ${String(values)}`, '')
  return withoutValues(error.cause, shorter)
}

const formatters = {
  level: (level: string) => ({ level }),
  log: (fields: object) => hideSecrets(fields, { mask: CUT }) as Record<string, unknown>,
}

/** A full disk costs lines, never the process: pino's own destination would try again for ever, also at the end. */
const standardError: DestinationStream = {
  write(line) {
    try {
      writeSync(2, line)
    } catch {
      // Nowhere is left to say so.
    }
  },
}

/** Keeps what it is given, one JSON line a call, and lists the last of them. */
export interface LogKeeper extends DestinationStream {
  readonly service: RecentLogService
}

/**
 * One JSON line an event, with the name of its level and its time; what could be a secret is cut out before it is written. `recent` gets warnings and errors,
 * whatever the level.
 */
export function createLog(
  level: Config['logLevel'],
  destination: DestinationStream = standardError,
  recent?: DestinationStream,
): Logger {
  const options = {
    serializers: { err: describeError },
    formatters,
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  const tellsMore = level === 'debug' || level === 'info'
  const written = createLogStream(destination, tellsMore)
  if (!recent) return pino({ level, ...options }, written)
  const streams: pino.StreamEntry<pino.LevelWithSilent>[] = [
    { level, stream: written },
    { level: 'warn', stream: recent },
  ]
  const least = tellsMore ? level : 'warn'
  // `log.flush()` asks the stream for it, and several streams have none of their own.
  const all = Object.assign(pino.multistream(streams), { flush: written.flush })
  return pino({ level: least, ...options }, all)
}
