import type { AnyContext, LogService } from '@spawnpoint/sdk/server'
import { z } from 'zod'

const key = z.string().max(500)
const rule = z.object({ max: z.number(), perSeconds: z.number().positive() })
const bytes = z.instanceof(Uint8Array)
const jobOptions = z.object({ runAt: z.date().optional(), key: key.optional() })

const given = <T extends object>(options: T) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

async function callService(context: AnyContext, args: readonly unknown[]) {
  const [id, method, given] = z.tuple([key, key, z.array(z.unknown())]).parse(args)
  const service = context.services.find<Readonly<Record<string, () => Promise<unknown>>>>({
    kind: 'service',
    id,
  })
  if (service === null) throw new Error(`E_SERVICE_MISSING: nobody provides ${id} at the moment`)
  const found: unknown = method in Object.prototype ? undefined : service[method]
  if (typeof found !== 'function') throw new Error(`E_SERVICE_METHOD: ${id} has no ${method}`)
  return Reflect.apply(found, service, given) as unknown
}

type Call = (context: AnyContext, args: readonly unknown[]) => Promise<unknown>

/** Requests that a worker may send. Each goes through the plugin's own context, which has only what was granted. */
const calls: Readonly<Record<string, Call>> = {
  'limits.take': async ({ limits }, args) => limits.take(...z.tuple([key, rule]).parse(args)),
  'limits.clear': async ({ limits }, args) => limits.clear(...z.tuple([key]).parse(args)),
  'blobs.put': async ({ blobs }, args) =>
    blobs.put(...z.tuple([key, bytes, key, key.optional()]).parse(args)),
  'blobs.get': async ({ blobs }, args) => blobs.get(...z.tuple([key, key]).parse(args)),
  'blobs.remove': async ({ blobs }, args) => blobs.remove(...z.tuple([key, key]).parse(args)),
  'jobs.add': async ({ jobs }, args) => {
    const [name, payload, options] = z.tuple([key, z.unknown(), jobOptions]).parse(args)
    await jobs.add(name, payload, given(options))
  },
  'events.emit': async ({ events }, args) => {
    const [name, payload] = z.tuple([key, z.unknown()]).parse(args)
    await events.emit({ kind: 'event', name, payload: z.unknown() }, payload)
  },
  service: callService,
}

export async function serveContext(
  context: AnyContext,
  method: string,
  args: readonly unknown[],
): Promise<unknown> {
  const call = Object.hasOwn(calls, method) ? calls[method] : undefined
  if (!call) throw new Error(`a worker cannot call ${method}`)
  return call(context, args)
}

const line = z.tuple([
  z.enum(['debug', 'info', 'warn', 'error']),
  z.record(z.string(), z.unknown()),
  z.string(),
])

export function writeLine(log: LogService, args: readonly unknown[]): void {
  const parsed = line.safeParse(args)
  if (!parsed.success) return
  const [level, fields, message] = parsed.data
  log[level](fields, message.slice(0, 4_000))
}
