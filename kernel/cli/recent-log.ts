import type { LogLine, RecentLogService } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { isSecretName } from '../../sdk/common/secret-names.ts'
import type { LogKeeper } from '../server/services/log.ts'
import { CUT, cutSecretsOf } from '../server/services/cut-secrets.ts'

const KEPT = 200
const LONGEST_MESSAGE = 500
const LONGEST_DETAIL = 4_000

/** Longer ones are read at once, so that only what is shown of them is kept. */
const LONGEST_LINE = 16_000

// As pino writes them; a field of another kind is nobody's reason to lose the line.
const line = z.looseObject({
  level: z.enum(['warn', 'error', 'fatal']),
  time: z.string(),
  msg: z.string().catch(''),
  plugin: z.string().optional().catch(undefined),
  reqId: z.string().optional().catch(undefined),
  id: z.string().optional().catch(undefined),
  err: z
    .looseObject({ stack: z.string().optional(), message: z.string().optional() })
    .optional()
    .catch(undefined),
})

/** A copy in which no value stands that could be a secret, at any depth. */
function cutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return cutSecretsOf(value)
  if (Array.isArray(value)) return value.map(cutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, isSecretName(key) ? CUT : cutSecrets(each)]),
  )
}

const shorten = (text: string, longest: number) =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text

function detailOf(fields: Readonly<Record<string, unknown>>, err: z.output<typeof line>['err']) {
  const about = err ? (err.stack ?? err.message ?? JSON.stringify(err)) : ''
  const rest = Object.keys(fields).length > 0 ? JSON.stringify(cutSecrets(fields)) : ''
  const text = [cutSecretsOf(about), rest].filter(Boolean).join('\n')
  return text === '' ? null : shorten(text, LONGEST_DETAIL)
}

function readLine(text: string, id: number): LogLine {
  const {
    level,
    time,
    msg,
    plugin,
    reqId,
    err,
    pid: _pid,
    hostname: _host,
    ...rest
  } = line.parse(JSON.parse(text))
  const { id: callId, ...fields } = rest
  return {
    id,
    at: new Date(time),
    level,
    message: shorten(cutSecretsOf(msg), LONGEST_MESSAGE),
    plugin: plugin ?? null,
    request: reqId ?? callId ?? null,
    detail: detailOf(fields, err),
  }
}

/** The last lines of the log, for whoever cannot read the server's standard error. */
export function createRecentLog(kept = KEPT): LogKeeper {
  const lines: { readonly id: number; readonly line: string | LogLine }[] = []
  let count = 0
  const service: RecentLogService = {
    list: () =>
      lines.toReversed().map(({ id, line: text }) => (typeof text === 'string' ? readLine(text, id) : text)),
  }
  return {
    service,
    write(text: string) {
      count += 1
      lines.push({ id: count, line: text.length > LONGEST_LINE ? readLine(text, count) : text })
      if (lines.length > kept) lines.shift()
    },
  }
}
