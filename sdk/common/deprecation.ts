/** Something of the SDK that will go: since when, when it goes, what takes its place. @example { name: 'useOld', since: '0.3.0', removeIn: '1.0.0', use: 'useNew' } */
export interface Deprecation {
  readonly name: string
  readonly since: string
  readonly removeIn: string
  readonly use: string
}

/** What was used although it will go, and by whom. @example { plugin: 'hello', name: 'useOld', since: '0.3.0', removeIn: '1.0.0', use: 'useNew' } */
export interface DeprecatedUse extends Deprecation {
  readonly plugin: string
}

type Listener = (use: DeprecatedUse) => void

/** A plugin's server half carries a copy of this module; all of them have to find the one list. */
const key = Symbol.for('spawnpoint.deprecations')

const allListeners = (): Set<Listener> => {
  // Nothing but this module knows the key.
  const holder = globalThis as { [key]?: Set<Listener> }
  return (holder[key] ??= new Set())
}

type FindOwner = (stack: string) => string | undefined

const ownersKey = Symbol.for('spawnpoint.deprecation-owners')

const allOwners = (): Set<FindOwner> => {
  // As above.
  const holder = globalThis as { [ownersKey]?: Set<FindOwner> }
  return (holder[ownersKey] ??= new Set())
}

/** Where the address of a plugin's file names its id: in a page, in a checkout. */
const inStack = /\/plugins\/([a-z][a-z0-9.-]*)\//

const ownerOf = (stack: string): string | undefined => {
  for (const find of allOwners()) {
    const owner = find(stack)
    if (owner !== undefined) return owner
  }
  return inStack.exec(stack)?.[1]
}

/**
 * Says that something deprecated was used, by either half of a plugin. The kernel counts every use, and shows it to the
 * operator.
 * Without `plugin` the caller is found by the stack; used by nobody's plugin, it counts for none. Throws nothing.
 *
 * @example deprecate('useOld', { since: '0.3.0', removeIn: '1.0.0', use: 'useNew', plugin: usePluginId() })
 */
export function deprecate(
  name: string,
  { plugin, ...more }: Omit<Deprecation, 'name'> & { readonly plugin?: string },
): void {
  const owner = plugin ?? ownerOf(new Error('deprecated').stack ?? '')
  if (owner === undefined) return
  for (const listener of allListeners()) listener({ plugin: owner, name, ...more })
}

/** Hears of every use; returns its undo. The kernel and test hosts listen. @example const stop = onDeprecatedUse(({ plugin, name }) => console.warn(plugin, name)) */
export function onDeprecatedUse(listener: Listener): () => void {
  const listeners = allListeners()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells whose file stands in a stack where its address does not; returns its undo. For the kernel, which knows the folders. @example const stop = findDeprecatingPlugin((stack) => (stack.includes(folder) ? 'hello' : undefined)) */
export function findDeprecatingPlugin(find: FindOwner): () => void {
  const owners = allOwners()
  owners.add(find)
  return () => owners.delete(find)
}
