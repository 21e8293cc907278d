import type { BrowserHost, Contribution, ReadableStore } from '@spawnpoint/sdk/browser'
import { deriveStore } from '../derive-store.ts'
import type { Contributions, Owned } from './contributions.ts'

type Kind = Parameters<BrowserHost['contributions']>[0]

interface Entry {
  readonly id?: string
  readonly module: string
  readonly title?: string
  readonly order?: number | undefined
  readonly size?: Contribution['size'] | undefined
  readonly permission?: string | undefined
  readonly flag?: string | undefined
}

const entriesOf = (from: Contributions, kind: Kind, name: string): readonly Owned<Entry>[] => {
  if (kind === 'slot') return from.slots.filter(({ slot }) => slot === name)
  if (kind === 'widget') return from.widgets.filter(({ area }) => (area ?? 'user') === (name || 'user'))
  return kind === 'debug-tab' ? from.debugTabs : from.customisationTabs
}

const keyOf = ({ plugin, id, module }: Owned<Entry>): string => `${plugin}/${id ?? module}`

const byOrder = (a: Owned<Entry>, b: Owned<Entry>): number =>
  (a.order ?? 0) - (b.order ?? 0) || (keyOf(a) < keyOf(b) ? -1 : 1)

export interface ContributionDeps {
  readonly contributions: ReadableStore<Contributions>
  /** Stores whose changes require a new selection: session, settings, language. */
  readonly sources: readonly ReadableStore<unknown>[]
  readonly can: (permission: string) => boolean
  readonly flag: (name: string) => boolean
  readonly label: (plugin: string, label: string) => string
  readonly componentOf: (plugin: string, module: string) => Contribution['Component'] | null
}

/** Contributions that the visitor may see in a slot, widget row or tab bar, in order. */
export const createContributionStores = (deps: ContributionDeps): BrowserHost['contributions'] => {
  const { contributions, sources, can, flag, label, componentOf } = deps
  const stores = new Map<string, ReadableStore<readonly Contribution[]>>()

  const compute = (kind: Kind, name: string): readonly Contribution[] =>
    entriesOf(contributions.getState(), kind, name)
      .filter((entry) => (!entry.permission || can(entry.permission)) && (!entry.flag || flag(entry.flag)))
      .toSorted(byOrder)
      .flatMap((entry) => {
        const Component = componentOf(entry.plugin, entry.module)
        if (!Component) return []
        const title = label(entry.plugin, entry.title ?? '')
        return [{ id: keyOf(entry), plugin: entry.plugin, title, size: entry.size ?? 'small', Component }]
      })

  const create = (kind: Kind, name: string): ReadableStore<readonly Contribution[]> => {
    let value = compute(kind, name)
    const isSame = (next: readonly Contribution[]): boolean =>
      next.length === value.length &&
      next.every(
        (each, index) => each.Component === value[index]?.Component && each.title === value[index]?.title,
      )
    return deriveStore([contributions, ...sources], () => {
      const next = compute(kind, name)
      if (!isSame(next)) value = next
      return value
    })
  }
  return (kind, name) => {
    const key = `${kind}:${name}`
    const store = stores.get(key) ?? create(kind, name)
    stores.set(key, store)
    return store
  }
}
