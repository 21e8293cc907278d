/** An argument of a hook call that every tap sees as its own: what it adds carries its owner. */
export class OwnerView {
  readonly viewOf: (owner: string) => unknown
  constructor(viewOf: (owner: string) => unknown) {
    this.viewOf = viewOf
  }
}

// The bus replaces the view by what it makes before a tap sees it, so to callers it is a T.
export const perOwner = <T>(viewOf: (owner: string) => T): T => new OwnerView(viewOf) as unknown as T

export const resolveFor = (owner: string, args: readonly unknown[]): unknown[] =>
  args.map((arg) => (arg instanceof OwnerView ? arg.viewOf(owner) : arg))

export interface Collected<Entry> {
  readonly owner: string
  readonly entry: Entry
}

/**
 * An append-only list for the `register…` hooks: `bus.call('registerRoutes', routes.table)`. A tap can add and
 * nothing else; `check` throws on an entry that is not allowed, which is a fault of the tap that added it.
 */
export const createCollector = <Entry>(check: (entry: Entry, owner: string) => void = () => undefined) => {
  const collected: Collected<Entry>[] = []
  let isClosed = false
  const add = (owner: string, entry: Entry): void => {
    if (isClosed) throw new Error('the time for additions is over')
    check(entry, owner)
    collected.push(Object.freeze({ owner, entry }))
  }
  return {
    table: perOwner((owner) => Object.freeze({ add: (entry: Entry) => add(owner, entry) })),
    entries: (): readonly Collected<Entry>[] => [...collected],
    close: (): void => {
      isClosed = true
    },
  }
}
