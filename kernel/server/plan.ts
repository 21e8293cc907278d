import type { ManifestRoute } from '@spawnpoint/sdk/common'
import { isBuiltin, type Language, type Plan, type PlanPlugin } from '../common/plan.ts'
import type { UsableEntry } from './host/catalogue.ts'

/** Plan entry of any plugin. */
export const planEntry = ({ manifest }: UsableEntry): PlanPlugin => ({
  id: manifest.id,
  version: manifest.version,
  title: manifest.title,
  kind: manifest.kind,
  removable: manifest.removable,
  contributes: manifest.contributes,
  boot: manifest.boot ?? null,
  // The page has the modules, messages and labels of built-ins itself.
  modules: Object.fromEntries(Object.keys(manifest.modules).map((name) => [name, ''])),
  locales: {},
  labels: {},
})

const nothing: PlanPlugin['contributes'] = {
  routes: [],
  nav: [],
  adminPages: [],
  slots: [],
  widgets: [],
  debugTabs: [],
  customisationTabs: [],
  commands: [],
}

/** In safe mode an added plugin keeps nothing but the access rule that an operator granted it. */
const inSafeMode = (plugin: PlanPlugin): PlanPlugin[] => {
  if (isBuiltin(plugin)) return [plugin]
  const hasRule = plugin.boot !== null && plugin.capabilities?.includes('hooks.access-check') === true
  return hasRule ? [{ ...plugin, contributes: nothing }] : []
}

/** The data that every page starts with: the enabled plugins, and the public settings. */
export function buildPlan(from: {
  readonly version: number
  readonly plugins: readonly UsableEntry[]
  readonly settings: Readonly<Record<string, unknown>>
  /** Leaves added plugins out. */
  readonly safeMode: boolean
  /** The language of labels that added plugins bring. */
  readonly language: Language
  planAdded(entry: UsableEntry, language: Language): PlanPlugin
}): Plan {
  const plugins = from.plugins.map((each) =>
    each.source === 'builtin' ? planEntry(each) : from.planAdded(each, from.language),
  )
  return {
    version: from.version,
    plugins: from.safeMode ? plugins.flatMap(inSafeMode) : plugins,
    settings: from.settings,
    safeMode: from.safeMode,
  }
}

/** A well-known route is claimed by one built-in; two claims are a fault of the build, named here. Others are refused one by one. */
export function checkWellKnownRoutes(plugins: readonly UsableEntry[]): void {
  const claimed = new Map<string, string>()
  for (const { manifest } of plugins.filter(({ source }) => source === 'builtin'))
    for (const { wellKnown } of [
      ...manifest.contributes.routes,
      ...manifest.contributes.adminPages,
    ] as ManifestRoute[]) {
      if (!wellKnown) continue
      const owner = claimed.get(wellKnown)
      if (owner) throw new Error(`E_WELL_KNOWN_TWICE: ${owner} and ${manifest.id} both claim ${wellKnown}`)
      claimed.set(wellKnown, manifest.id)
    }
}
