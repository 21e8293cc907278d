/** A page that boot code may add. @example { path: '/p/acme/years/*', title: '%years%' } */
export interface RegisteredPage {
  /** The path of the page; a last `*` stands for any ending. */
  readonly path: string
  readonly title: string
}

/** A tab, card or command that boot code may add. @example { id: 'acme-network', title: '%network%' } */
export interface RegisteredPart {
  /** Its id. */
  readonly id: string
  readonly title: string
}

/** A part that boot code may draw in a named place of a page. @example { slot: 'dashboard.before' } */
export interface RegisteredSlot {
  readonly slot: string
}

/**
 * All that boot code may add with the `register…` hooks, by the names that the operator reads before the plugin is
 * installed. Where a path ends with `*`, its title says in general what the entries are, and each has its own.
 *
 * @example { adminPages: [{ path: '/mc-admin/x/acme/sum', title: '%sum%' }], slots: [{ slot: 'dashboard.before' }] }
 */
export interface RegisteredEntries {
  readonly routes?: readonly RegisteredPage[] | undefined
  readonly adminPages?: readonly RegisteredPage[] | undefined
  readonly debugTabs?: readonly RegisteredPart[] | undefined
  readonly widgets?: readonly RegisteredPart[] | undefined
  readonly commands?: readonly RegisteredPart[] | undefined
  readonly slots?: readonly RegisteredSlot[] | undefined
}

/** The declared titles of all entries. */
export const registeredTitles = ({
  routes = [],
  adminPages = [],
  debugTabs = [],
  widgets = [],
  commands = [],
}: RegisteredEntries): readonly string[] =>
  [...routes, ...adminPages, ...debugTabs, ...widgets, ...commands].map(({ title }) => title)

interface Added {
  readonly path?: string | undefined
  readonly id?: string | undefined
  readonly slot?: string | undefined
  readonly title?: string | undefined
}

const nameOf = ({ path, id, slot }: Added): string => path ?? slot ?? id ?? ''

/** Whether boot code may add this entry: under its declared name and title, or within a declared `*`. */
export const isRegistered = (
  registers: RegisteredEntries | undefined,
  kind: keyof RegisteredEntries,
  added: Added,
): boolean => {
  const declared: readonly Added[] = registers?.[kind] ?? []
  const isPage = kind === 'routes' || kind === 'adminPages'
  const name = nameOf(isPage || kind === 'slots' ? added : { id: added.id })
  return declared.some((each) => {
    const wanted = nameOf(each)
    if (isPage && wanted.endsWith('*')) return name.startsWith(wanted.slice(0, -1))
    return wanted === name && each.title === (kind === 'slots' ? undefined : added.title)
  })
}
