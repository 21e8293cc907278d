import { pino, type DestinationStream, type Logger } from 'pino'
import type { DatabaseLog } from '../database/database-log.ts'

/** A failed statement's error carries its values, which may be anybody's secrets. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { params: _params, ...told } = pino.stdSerializers.err(error) as PinoError
  return { ...told, message: withoutValues(error, told.message), stack: withoutValues(error, told.stack) }
}

type PinoError = ReturnType<typeof pino.stdSerializers.err> & { readonly params?: unknown }

function withoutValues(error: unknown, text: string): string {
  if (!(error instanceof Error)) return text
  const values: unknown = Reflect.get(error, 'params')
  const shorter = values === undefined ? text : text.replaceAll(`\nparams: ${String(values)}`, '')
  return withoutValues(error.cause, shorter)
}

/** One JSON line an event; what could be a secret is cut out before it is written. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      serializers: { err: describeError },
      redact: {
        paths: [
          '*.password',
          '*.token',
          '*.secret',
          '*.apiKey',
          'req.headers.cookie',
          'req.headers.authorization',
        ],
        censor: '[cut]',
      },
    },
    destination ?? pino.destination({ fd: 2, sync: false }),
  )

export const databaseLog = (log: Logger): DatabaseLog => ({
  info: (message) => log.info(message),
  warn: (message) => log.warn(message),
  error: (message) => log.error(message),
})
