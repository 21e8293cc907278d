import type { Plan, PlanPlugin } from '../common/plan.ts'
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

/** The data that every page starts with: the enabled plugins, and the public settings. */
export function buildPlan({
  plugins,
  planAdded,
  ...plan
}: Omit<Plan, 'plugins'> & {
  readonly plugins: readonly UsableEntry[]
  /** Null for a plugin that this plan leaves out. */
  planAdded(entry: UsableEntry): PlanPlugin | null
}): Plan {
  const planOf = (entry: UsableEntry) => (entry.source === 'builtin' ? planEntry(entry) : planAdded(entry))
  return { ...plan, plugins: plugins.flatMap((each) => planOf(each) ?? []) }
}
