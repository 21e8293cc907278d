import {
  CallError,
  SHELL,
  type BrowserHost,
  type MenuEntry,
  type ReadableStore,
} from '@spawnpoint/sdk/browser'
import { fillPath } from '../call-path.ts'
import { deriveStore } from '../derive-store.ts'
import { readsAs } from '../../../sdk/common/look-alike.ts'
import { isBuiltin } from '../../common/plan.ts'
import type { KernelParts } from '../kernel.ts'
import { evaluateRoute } from '../routing/evaluate-visit.ts'

type MenuName = Parameters<BrowserHost['menu']>[0]

interface Listed {
  readonly id: string
  readonly plugin: string
  readonly route: string
  readonly label: string
  readonly icon?: string | undefined
  readonly group?: string | undefined
  readonly module?: string | undefined
  readonly shortcut?: string | undefined
  readonly badge?: string | undefined
  readonly badgeLabel?: string | undefined
  readonly under?: readonly string[] | undefined
}

const listEntries = (
  { registry, routeRegistry, bus, settings }: KernelParts,
  name: MenuName,
): readonly Listed[] => {
  const { nav, commands } = registry.contributions.getState()
  if (name === 'commands')
    return commands.map(({ id, title, ...command }) => ({ ...command, id: `command:${id}`, label: title }))
  if (name === 'pages')
    return routeRegistry.routes
      .getState()
      .filter(({ module, area, path }) => module && area !== 'guest' && !path.includes('*'))
      .map(({ id, plugin, title, area }) => ({ id, plugin, route: id, label: title, group: area }))
  const values = settings.values.getState()
  const entries = nav
    .filter(({ area, flag }) => area === name && (flag === undefined || values[flag] === true))
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
  return bus.call('navItems', entries, name).map((entry) => ({ ...entry, id: entry.route }))
}

type LabelParts = Pick<KernelParts, 'registry' | 'label' | 'trace' | 'messages'>

/** Readings of the product's own entries, commands and pages in the language of the page. */
const readCoreLabels = ({ registry, label }: LabelParts): ReadonlySet<string> => {
  const { nav, commands, routes } = registry.contributions.getState()
  const named = [
    ...nav.map(({ plugin, label: text }) => ({ plugin, text })),
    ...[...commands, ...routes].map(({ plugin, title: text }) => ({ plugin, text })),
  ]
  return new Set(
    named.flatMap(({ plugin, text }) => {
      const owner = registry.find(plugin)
      const reads = owner && isBuiltin(owner) ? readsAs(label(plugin, text)) : ''
      return reads === '' ? [] : [reads]
    }),
  )
}

/** The same, made anew when plugins or language change. */
export const createCoreLabels = (parts: LabelParts): (() => ReadonlySet<string>) => {
  const { registry, messages } = parts
  let known: { readonly from: readonly unknown[]; readonly labels: ReadonlySet<string> } | null = null
  return () => {
    const from = [registry.contributions.getState(), messages.version.getState()]
    if (!known?.from.every((each, index) => each === from[index]))
      known = { from, labels: readCoreLabels(parts) }
    return known.labels
  }
}

/** Finds entries of added plugins that read like one of the product's own; each is recorded once. */
const createImitationCheck = (parts: LabelParts) => {
  const { trace } = parts
  const recorded = new Set<string>()
  const coreLabels = createCoreLabels(parts)
  return (plugin: string, text: string): boolean => {
    if (!coreLabels().has(readsAs(text))) return false
    const key = `${plugin} ${text}`
    if (!recorded.has(key)) {
      recorded.add(key)
      const title = `E_LABEL_TAKEN ${plugin}: “${text}” reads like an entry of the product, so it is not shown`
      trace.add({ kind: 'error', plugin, title })
    }
    return true
  }
}

/** Entries that lead to a refusal are not shown, and none of an added plugin that reads like one of the product. */
const findEntries = (
  kernel: KernelParts,
  name: MenuName,
  isImitation: ReturnType<typeof createImitationCheck>,
): readonly MenuEntry[] => {
  const { routeRegistry, registry, label, messages, session } = kernel
  const isLoggedIn = session.isLoggedIn()
  // A whole menu is evaluated at one moment: reading the cookies for each of its entries would take longer than drawing it.
  const now = { ...kernel, session: { ...session, isLoggedIn: () => isLoggedIn } }
  return listEntries(kernel, name).flatMap((listed) => {
    const { id, plugin, icon = 'Puzzle', group = 'main', module, shortcut, badge, under } = listed
    const badgeLabel = listed.badgeLabel && label(plugin, listed.badgeLabel)
    const route = routeRegistry.find(listed.route, plugin)
    if (!route || route.path.includes(':')) return []
    const { kind } = evaluateRoute(now, route)
    if (kind !== 'draw' && kind !== 'redirect') return []
    const owner = registry.find(plugin)
    const added = owner && !isBuiltin(owner) ? owner : null
    const own = {
      id: `${plugin}/${id}`,
      plugin,
      label: label(plugin, listed.label),
      path: fillPath(route.path),
    }
    if (added && isImitation(plugin, own.label)) return []
    const from = added
      ? messages.translate(SHELL, 'plugin.from', { name: label(plugin, added.title) })
      : undefined
    return { ...own, icon, group, module, shortcut, badge, badgeLabel, under, from }
  })
}

/** The menus, made anew when plugins, session, settings or language change. */
export const createMenus = (kernel: KernelParts): BrowserHost['menu'] => {
  const { registry, session, settings, messages } = kernel
  const sources = [registry.contributions, session.state, settings.values, messages.version]
  const stores = new Map<MenuName, ReadableStore<readonly MenuEntry[]>>()
  const isImitation = createImitationCheck(kernel)
  return (name) => {
    const store = stores.get(name) ?? deriveStore(sources, () => findEntries(kernel, name, isImitation))
    // The titles of admin pages are loaded with the first of them, and where all pages are asked for.
    if (name === 'pages') void messages.loadAdmin()
    stores.set(name, store)
    return store
  }
}

type Act = (host: BrowserHost) => Promise<void>

const isAct = (value: unknown): value is Act => typeof value === 'function'

/** Runs the module of an entry. Its page opens instead when that fails, or when the plugin's code runs in a frame. */
export const createOpenEntry =
  ({ registry, gate, load, hostFor, navigation }: KernelParts): BrowserHost['openEntry'] =>
  async ({ plugin: id, module, path }) => {
    const plugin = registry.find(id)
    const run = async (): Promise<boolean> => {
      if (!plugin || module === undefined || plugin.isolated) return false
      const act = await load(plugin, module)
      if (!isAct(act)) throw new TypeError(`${id}/${module} exports no function by default`)
      await act(await hostFor(plugin))
      return true
    }
    // A refused or unanswered call is no fault of the plugin.
    const isFault = (error: unknown): boolean => !(error instanceof CallError)
    if (!(await gate.runAsync(id, `module ${module}`, run, { isFault }))) navigation.navigate(path)
  }

/** The entry that a path belongs to: the longest whose path it starts with. */
export const findCurrent = (entries: readonly MenuEntry[], path: string): MenuEntry | null =>
  entries
    .filter((entry) => [entry.path, ...(entry.under ?? [])].some((at) => `${path}/`.startsWith(`${at}/`)))
    .toSorted((a, b) => b.path.length - a.path.length)[0] ?? null
