import type { PlanPlugin } from '../../common/plan.ts'
import { pluginFolder } from '../common/plugin-paths.ts'
import type { Platform } from '../../browser/platform/platform.ts'
import { explainLinkError } from './explain-link-error.ts'
import { outliveLeaving, type ModuleDeps } from '../../browser/plugins/load-module.ts'
import { PATIENCE_MS } from '../../browser/plugins/waiting-place.tsx'

type RunTimeDeps = Pick<ModuleDeps, 'isListed' | 'importModule' | 'platform'>

/** A module may wait at its top for something that never comes, and its page would wait with it. */
const inTime = <T>(clock: Platform['clock'], { id }: PlanPlugin, loading: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = clock.setTimeout(
      () => reject(new Error(`E_LOAD_TIME ${id}: its module was not there after ${PATIENCE_MS / 1000} s`)),
      PATIENCE_MS,
    )
    void loading.then(resolve, reject).finally(() => clock.clearTimeout(timer))
  })

/**
 * Some browsers remember for as long as a page lives that a module could not be loaded, and its bytes may be there by
 * now. One that threw while it ran throws that very error again.
 */
const importAgain = async (
  { importModule, platform }: RunTimeDeps,
  plugin: PlanPlugin,
  url: string,
  first: TypeError,
): Promise<unknown> => {
  try {
    return (await inTime(platform.clock, plugin, importModule(url))).default
  } catch (error) {
    if (error === first) throw error
    throw new Error(`E_FRESH_PAGE ${plugin.id}: ${first.message}`, { cause: error })
  }
}

/**
 * A run-time module. What came after the page is not in its import map, which some browsers never change, so its bytes
 * are checked here; what is in the map is checked by the browser, whose refusal does not say why.
 */
export const loadRunTime = async (deps: RunTimeDeps, plugin: PlanPlugin, url: string): Promise<unknown> => {
  const { isListed, importModule, platform } = deps
  const verify = async (): Promise<void> =>
    (await import('./verify-scripts.ts')).verifyScripts(platform, plugin, url)
  if (plugin.sdk !== undefined && !isListed(pluginFolder(plugin.id)))
    throw new Error(`E_RELOAD ${plugin.id}: made for SDK ${plugin.sdk}, whose modules come with a new page`)
  try {
    if (!isListed(url)) await verify()
    return (await inTime(platform.clock, plugin, importModule(url))).default
  } catch (error) {
    // Every browser reports a failed import as a TypeError.
    if (!(error instanceof TypeError)) throw explainLinkError(plugin.id, error)
    await outliveLeaving(platform.clock)
    await verify()
    return importAgain(deps, plugin, url, error)
  }
}
