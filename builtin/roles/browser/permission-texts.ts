import { SHELL, useT, useTranslation } from '@spawnpoint/sdk/browser'
import { actions, type PermissionArea, type PermissionLine } from './permission-draft.ts'

/**
 * Texts of permissions in the messages of the plugins that define them: `staff.permissions.<value>`, `staff.permissionAreas.<base>`
 * and a warning in `permissionNotes.<value>`; without one the description of the manifest and the title of the plugin.
 */
export function usePermissionTexts() {
  const t = useT()
  const { i18n } = useTranslation(SHELL)
  const find = (plugin: string | null, key: string, fallback: string) =>
    plugin === null ? fallback : i18n.t(key, { ns: plugin, defaultValue: fallback })
  const pluginName = (plugin: string | null) => find(plugin, 'title', plugin ?? t('permissions.strays'))
  const area = ({ plugin, base }: PermissionArea) =>
    find(plugin, `staff.permissionAreas.${base}`, pluginName(plugin))
  const text = ({ plugin, value, description }: PermissionLine) =>
    find(plugin, `staff.permissions.${value}`, description)
  return {
    pluginName,
    area,
    text,
    note: ({ plugin, value }: PermissionLine) => find(plugin, `permissionNotes.${value}`, ''),
    /** Everything a line is found by. */
    searched: (line: PermissionLine, areas: readonly PermissionArea[]) => {
      const own = areas.find(({ cells }) => actions.some((action) => cells[action] === line))
      const action = own && actions.find((each) => own.cells[each] === line)
      const cell = own && action ? `${area(own)} ${t(`permissions.actions.${action}`)}` : ''
      return `${cell} ${text(line)} ${pluginName(line.plugin)}`
    },
  }
}
