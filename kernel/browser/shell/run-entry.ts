import { CallError, type BrowserHost } from '@spawnpoint/sdk/browser'
import type { Kernel } from '../kernel.ts'
import type { NavEntry } from './nav-groups.ts'

type Act = (host: BrowserHost) => Promise<void>

const isAct = (value: unknown): value is Act => typeof value === 'function'

/** Runs the module of a menu entry. Its page opens instead when that fails, or when the plugin's code runs in a frame. */
export const runEntry = async (
  { registry, gate, load, hostFor, navigation }: Kernel,
  { plugin: id, module, path }: NavEntry,
): Promise<void> => {
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
