import type { ManifestCommand, ManifestRoute } from '@spawnpoint/sdk/common'
import { hasHiddenMarks } from '../../../sdk/common/look-alike.ts'
import { isRegistered, type RegisteredEntries } from '../../../sdk/common/registered-entries.ts'
import type { PlanPlugin } from '../../common/plan.ts'
import { isOwnPage } from './own-address.ts'

interface Entry extends Partial<ManifestRoute>, Partial<Pick<ManifestCommand, 'route' | 'shortcut'>> {
  readonly module?: string
  readonly slot?: string
}

type Check = (entry: Entry, plugin: PlanPlugin) => string | null

const hasModule: Check = ({ module = '' }, { modules }) =>
  Object.hasOwn(modules, module) ? null : `the manifest names no module '${module}'`

const isOwnPermission = (permission: string, { id, requires = [] }: PlanPlugin) =>
  permission.startsWith(`plugin.${id}.`) || requires.includes(permission)

const isUnder =
  (area: ManifestRoute['area']): Check =>
  ({ path = '', area: given, permission, wellKnown, bare }, plugin) => {
    const base = area === 'admin' ? `/mc-admin/x/${plugin.id}` : `/p/${plugin.id}`
    if (given !== area) return `${path} belongs to the area '${area}'`
    if (!isOwnPage(plugin, path) || !`${path}/`.startsWith(`${base}/`)) return `${path} is not below ${base}`
    if (permission !== undefined && !isOwnPermission(permission, plugin))
      return `${path} asks for '${permission}', which is not among the permissions of its manifest`
    if (wellKnown !== undefined) return `${path} cannot be the page '${wellKnown}'`
    return bare === true ? `${path} cannot be bare: add it to contributes.routes` : null
  }

/** Under a path with a star its title is of its own, which the operator has not read. */
const hasPlainTitle: Check = ({ title = '' }) =>
  hasHiddenMarks(title) ? `'${title}' has marks that are not seen` : null

/** Keys are read by the operator, who finds them in the manifest. */
const hasNoKeys: Check = ({ id, shortcut }) =>
  shortcut === undefined ? null : `'${id}' cannot have a shortcut: add it to contributes.commands`

const all =
  (...checks: readonly Check[]): Check =>
  (entry, plugin) =>
    checks.map((check) => check(entry, plugin)).find((problem) => problem !== null) ?? null

/** The operator has read its name before the plugin was installed. */
const isListed =
  (kind: keyof RegisteredEntries): Check =>
  (entry, { registers }) =>
    isRegistered(registers, kind, entry)
      ? null
      : `'${entry.path ?? entry.slot ?? entry.id}' is not among registers.${kind} of the manifest under this title`

const checks: Readonly<Record<string, Check>> = {
  registerRoutes: all(isUnder('user'), hasModule, hasPlainTitle, isListed('routes')),
  registerAdminPage: all(isUnder('admin'), hasModule, hasPlainTitle, isListed('adminPages')),
  registerDebugTab: all(hasModule, isListed('debugTabs')),
  registerSlot: all(hasModule, isListed('slots')),
  registerWidget: all(hasModule, isListed('widgets')),
  registerCommand: all(isListed('commands'), hasNoKeys),
}

type Tell = (plugin: PlanPlugin, effect: string, error: unknown) => void

/** More of them at a hook than any menu or panel could show, so that a loop which never ends is ended. */
const MOST_ENTRIES = 200

type AnyTap = (...args: never[]) => unknown

/**
 * A tap of a `register…` hook that adds within what the plugin's manifest allows: its own paths, modules and permissions.
 * Throws `E_REGISTER` at the first entry that does not, which is a fault of the plugin, and tells of it as of all that
 * such a tap throws. Other taps stay as they are.
 */
export function withinManifest<T extends AnyTap>(
  { plugin, name, tell }: { readonly plugin: PlanPlugin; readonly name: string; readonly tell: Tell },
  tap: T,
): T {
  const check = checks[name]
  if (!check) return tap
  const run = (table: { add(entry: Entry): void }) => {
    let count = 0
    const add = (entry: Entry) => {
      count += 1
      const problem = count > MOST_ENTRIES ? `more than ${MOST_ENTRIES} entries` : check(entry, plugin)
      if (problem !== null) throw new Error(`E_REGISTER ${plugin.id}: ${name}: ${problem}`)
      table.add(entry)
    }
    try {
      return tap(...([Object.freeze({ add })] as unknown as Parameters<T>))
    } catch (error) {
      tell(plugin, name, error)
      throw error
    }
  }
  // It takes and gives what the tap does.
  return run as unknown as T
}
