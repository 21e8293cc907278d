import { pluginFolder, type PlanPlugin } from '../../common/plan.ts'
import type { Platform } from '../platform/platform.ts'

export type ModuleTable = Readonly<
  Record<string, Readonly<Record<string, () => Promise<{ readonly default: unknown }>>>>
>

export interface ModuleDoors {
  readonly builtin: ModuleTable
  readonly platform: Pick<Platform, 'fetch' | 'tabStorage' | 'address' | 'clock'>
  /** Script addresses and folders that the page's import map holds: the browser checks and maps those itself. */
  readonly isListed: (url: string) => boolean
  readonly importModule: (url: string) => Promise<{ readonly default: unknown }>
  /** The plugin's own words come with its first module. */
  readonly prepare: (plugin: PlanPlugin) => Promise<void>
}

const reloadKey = 'spawnpoint_reloaded_at'
const reloadPauseMs = 60_000
const loadMs = 20_000

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

/** A module may wait at its top for something that never comes, and its page would wait with it. */
const inTime = <T>(clock: Platform['clock'], { id }: PlanPlugin, loading: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = clock.setTimeout(
      () => reject(new Error(`E_LOAD_TIME ${id}: its module was not there after ${loadMs / 1000} s`)),
      loadMs,
    )
    void loading.then(resolve, reject).finally(() => clock.clearTimeout(timer))
  })

/**
 * A run-time module. What came after the page is not in its import map, which some browsers never change, so its bytes
 * are checked here; what is in the map is checked by the browser, whose refusal does not say why.
 */
const loadRunTime = async (doors: ModuleDoors, plugin: PlanPlugin, url: string): Promise<unknown> => {
  const { isListed, importModule, platform } = doors
  const verify = async (): Promise<void> =>
    (await import('./verify-scripts.ts')).verifyScripts(platform, plugin, url)
  if (plugin.sdk !== undefined && !isListed(pluginFolder(plugin.id)))
    throw new Error(`E_RELOAD ${plugin.id}: made for SDK ${plugin.sdk}, whose modules come with a new page`)
  if (!isListed(url)) await verify()
  try {
    return (await inTime(platform.clock, plugin, importModule(url))).default
  } catch (error) {
    if (isListed(url)) await verify()
    throw error
  }
}

/** A module of a plugin by its name in the manifest: a chunk of ours, or a run-time plugin's own file. */
export const loadModule = async (doors: ModuleDoors, plugin: PlanPlugin, name: string): Promise<unknown> => {
  const builtin = doors.builtin[plugin.id]?.[name]
  const url = plugin.modules[name]
  if (!builtin && !url) throw new Error(`E_NO_MODULE ${plugin.id}: there is no module "${name}"`)
  const loading = builtin ? loadBuiltin(doors, builtin) : loadRunTime(doors, plugin, url ?? '')
  return (await Promise.all([loading, doors.prepare(plugin)]))[0]
}
