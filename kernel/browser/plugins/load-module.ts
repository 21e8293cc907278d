import { CallError } from '@spawnpoint/sdk/browser'
import type { PlanPlugin } from '../../common/plan.ts'
import type { Platform } from '../platform/platform.ts'

export type ModuleTable = Readonly<
  Record<string, Readonly<Record<string, () => Promise<{ readonly default: unknown }>>>>
>

export interface ModuleDeps {
  readonly builtin: ModuleTable
  /** The modules that only pages of the administration draw, where they are not among the others. */
  readonly loadAdmin?: () => Promise<ModuleTable>
  readonly platform: Pick<Platform, 'fetch' | 'tabStorage' | 'address' | 'clock'>
  /** Script addresses and folders that the page's import map holds: the browser checks and maps those itself. */
  readonly isListed: (url: string) => boolean
  readonly importModule: (url: string) => Promise<{ readonly default: unknown }>
  /** Loads a script of an added plugin. */
  readonly loadAdded: (plugin: PlanPlugin, url: string) => Promise<unknown>
  /** The plugin's own words come with its first module. */
  readonly prepare: (plugin: PlanPlugin) => Promise<void>
}

const reloadKey = 'spawnpoint_reloaded_at'
const reloadPauseMs = 60_000
const leaveMs = 1000

/**
 * Firefox gives up what a page still loads as soon as somebody leaves it. That is no failure, and a reload then would
 * hold them back: a page that is left does not live to the end of this.
 */
export const outliveLeaving = (clock: Platform['clock']): Promise<void> =>
  new Promise((resolve) => void clock.setTimeout(resolve, leaveMs))

/** True the first time in a while: a chunk of an older build is gone, and a reload brings the new one. */
const reloadOnce = ({ tabStorage, address, clock }: ModuleDeps['platform']): boolean => {
  if (address.isHeld()) return false
  const last = Number(tabStorage.get(reloadKey) ?? Number.NEGATIVE_INFINITY)
  if (clock.now() - last < reloadPauseMs) return false
  tabStorage.set(reloadKey, String(clock.now()))
  if (tabStorage.get(reloadKey) === null) return false
  address.reload()
  return true
}

/** Fails where nobody answers, or only the proxy in front of the server. */
const reachServer = async ({ fetch }: Pick<Platform, 'fetch'>): Promise<void> => {
  const { ok } = await fetch('/api/health/live').catch(() => ({ ok: false }))
  if (!ok) throw new CallError({ code: 'NETWORK', status: 0 })
}

const loadBuiltin = async (
  deps: ModuleDeps,
  load: () => Promise<{ readonly default: unknown }>,
): Promise<unknown> => {
  try {
    return (await load()).default
  } catch (error) {
    await outliveLeaving(deps.platform.clock)
    // Where nobody answers, a reload would leave for the browser's own page; what is typed here would go with it.
    await reachServer(deps.platform)
    // The page is on its way out: nothing more is drawn here.
    if (reloadOnce(deps.platform)) return new Promise(() => undefined)
    throw error
  }
}

const noModule = ({ id }: PlanPlugin, name: string) =>
  new Error(`E_NO_MODULE ${id}: there is no module "${name}"`)

const loadAdmin = async (deps: ModuleDeps, plugin: PlanPlugin, name: string) => {
  const load = (await deps.loadAdmin?.())?.[plugin.id]?.[name]
  if (!load) throw noModule(plugin, name)
  return load()
}

/** A module of a plugin by its name in the manifest: a chunk of ours, or a run-time plugin's own file. */
export const loadModule = async (deps: ModuleDeps, plugin: PlanPlugin, name: string): Promise<unknown> => {
  const builtin = deps.builtin[plugin.id]
  const url = plugin.modules[name]
  if (!builtin && !url) throw noModule(plugin, name)
  const loading = builtin
    ? loadBuiltin(deps, builtin[name] ?? (() => loadAdmin(deps, plugin, name)))
    : deps.loadAdded(plugin, url ?? '')
  return (await Promise.all([loading, deps.prepare(plugin)]))[0]
}
