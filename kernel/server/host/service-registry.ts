import type { ServiceToken } from '@spawnpoint/sdk/common'

export interface ServiceRegistry {
  provide(plugin: string, token: ServiceToken<unknown>, service: unknown): () => void
  /** Hears when a service comes or goes; returns its undo. */
  onChange(listener: () => void): () => void
  find<T>(token: ServiceToken<T>): T | null
  /** The service of a token; `own` are the kernel's, as this plugin gets them. */
  resolve(token: ServiceToken<unknown>, own: ReadonlyMap<string, unknown>): unknown
}

/** Services by token. An optional one is asked for each time, since its provider comes and goes. */
export function createServices(): ServiceRegistry {
  const provided = new Map<string, { readonly plugin: string; readonly service: unknown }>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }

  const members = (family: string) => {
    const found = [...provided]
      .filter(([id]) => id.startsWith(`${family}:`))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
    return found.length > 0 ? found.map(([, { service }]) => service) : null
  }

  return {
    provide(plugin: string, token: ServiceToken<unknown>, service: unknown): () => void {
      const owner = provided.get(token.id)?.plugin
      if (owner) throw new Error(`E_SERVICE_TWICE: ${owner} and ${plugin} both provide ${token.id}`)
      provided.set(token.id, { plugin, service })
      tell()
      return () => {
        provided.delete(token.id)
        tell()
      }
    },
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    find: <T>(token: ServiceToken<T>): T | null =>
      // The provider was type-checked against the token's interface.
      (provided.get(token.id)?.service as T | undefined) ?? null,
    resolve(token: ServiceToken<unknown>, own: ReadonlyMap<string, unknown>): unknown {
      if (token.every) return { get: () => members(token.id) }
      const look = () => own.get(token.id) ?? provided.get(token.id)?.service ?? null
      if (token.optional) return { get: look }
      const service = look()
      if (service === null) throw new Error(`E_SERVICE_MISSING: nobody provides ${token.id}`)
      return service
    },
  }
}
