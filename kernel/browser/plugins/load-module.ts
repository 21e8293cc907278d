import type { PlanPlugin } from '../../common/plan.ts'
import type { Platform } from '../platform/platform.ts'

export type ModuleTable = Readonly<
  Record<string, Readonly<Record<string, () => Promise<{ readonly default: unknown }>>>>
>

export interface ModuleDoors {
  readonly builtin: ModuleTable
  readonly platform: Pick<Platform, 'fetch' | 'tabStorage' | 'address' | 'clock'>
  /** Script addresses whose hash the page's import map holds: the browser checks those itself. */
  readonly isListed: (url: string) => boolean
  readonly importModule: (url: string) => Promise<{ readonly default: unknown }>
  /** The plugin's own words come with its first module. */
  readonly prepare: (plugin: PlanPlugin) => Promise<void>
}

const reloadKey = 'spawnpoint_reloaded_at'
const reloadPauseMs = 60_000

/** The hash that the plan names must be that of the bytes; the import then takes them from the cache. */
const verify = async (
  { platform, isListed }: ModuleDoors,
  plugin: PlanPlugin,
  url: string,
): Promise<void> => {
  if (isListed(url)) return
  const integrity = plugin.integrity?.[url]
  if (!integrity) throw new Error(`E_NO_INTEGRITY ${plugin.id}: the plan names no hash for ${url}`)
  const response = await platform.fetch(url, { integrity, credentials: 'same-origin' })
  if (!response.ok) throw new Error(`E_MODULE_ABSENT ${plugin.id}: ${url} answered ${response.status}`)
}

/** True the first time in a while: a chunk of an older build is gone, and a reload brings the new one. */
const reloadOnce = ({ tabStorage, address, clock }: ModuleDoors['platform']): boolean => {
  const last = Number(tabStorage.get(reloadKey) ?? Number.NEGATIVE_INFINITY)
  if (clock.now() - last < reloadPauseMs) return false
  tabStorage.set(reloadKey, String(clock.now()))
  if (tabStorage.get(reloadKey) === null) return false
  address.reload()
  return true
}

const loadBuiltin = async (
  doors: ModuleDoors,
  load: () => Promise<{ readonly default: unknown }>,
): Promise<unknown> => {
  try {
    return (await load()).default
  } catch (error) {
    // The page is on its way out: nothing more is drawn here.
    if (reloadOnce(doors.platform)) return new Promise(() => undefined)
    throw error
  }
}

/** A module of a plugin by its name in the manifest: a chunk of ours, or a run-time plugin's own file. */
export const loadModule = async (doors: ModuleDoors, plugin: PlanPlugin, name: string): Promise<unknown> => {
  const builtin = doors.builtin[plugin.id]?.[name]
  if (builtin) return (await Promise.all([loadBuiltin(doors, builtin), doors.prepare(plugin)]))[0]
  const url = plugin.modules[name]
  if (!url) throw new Error(`E_NO_MODULE ${plugin.id}: there is no module "${name}"`)
  await Promise.all([verify(doors, plugin, url), doors.prepare(plugin)])
  return (await doors.importModule(url)).default
}
