import type { ServiceToken } from '@spawnpoint/sdk/common'
import type { BlobsService, LimitsService, LogService } from '@spawnpoint/sdk/server'
import type { ServiceRegistry } from '../../../server/host/service-registry.ts'
import type { Rpc } from './rpc.ts'

/** Services of other plugins, which stay in the main thread: each method is a call to it. */
export function createRemoteServices(rpc: Rpc, present: readonly string[]) {
  let provided = new Set(present)
  const proxyOf = (token: string) =>
    new Proxy(Object.create(null) as object, {
      // No `then`: a proxy that is returned from an async function must not look like a promise.
      get: (_target, method) =>
        typeof method === 'string' && method !== 'then'
          ? (...args: readonly unknown[]) => rpc.call('service', [token, method, args])
          : undefined,
    })
  const find: ServiceRegistry['find'] = <T>(token: ServiceToken<T>): T | null =>
    // The provider was checked against the token's interface; arguments and results travel as data.
    provided.has(token.id) ? (proxyOf(token.id) as T) : null
  return {
    find,
    setPresent(tokens: readonly string[]) {
      provided = new Set(tokens)
    },
  }
}

const plain = (value: unknown): unknown => {
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack }
  try {
    return structuredClone(value)
  } catch {
    return String(value)
  }
}

export function remoteLog(rpc: Rpc): LogService {
  const write = (level: string) => (fields: object, message: string) =>
    rpc.tell(
      'log',
      level,
      Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, plain(value)])),
      message,
    )
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

// The main thread answers each call with what its own service answers.
export const remoteLimits = (rpc: Rpc): LimitsService => ({
  take: (key, rule) => rpc.call('limits.take', [key, rule]) as Promise<boolean>,
  clear: (key) => rpc.call('limits.clear', [key]) as Promise<void>,
})

export const remoteBlobs = (rpc: Rpc): BlobsService => ({
  put: (scope, bytes, type, id) => rpc.call('blobs.put', [scope, bytes, type, id]) as Promise<string>,
  get: (scope, id) => rpc.call('blobs.get', [scope, id]) as ReturnType<BlobsService['get']>,
  remove: (scope, id) => rpc.call('blobs.remove', [scope, id]) as Promise<void>,
})
