import type { SettingView } from '@spawnpoint/contracts/settings'
import { useCan } from '@spawnpoint/sdk/browser'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { Card } from '@spawnpoint/sdk/ui'
import { SettingRow } from './setting-row.tsx'
import { SettingTable } from './setting-table.tsx'
import type { SettingTexts } from './setting-texts.ts'
import { sectionsOf } from './settings-groups.ts'
import type { SettingsDraft } from './use-settings-draft.ts'

/** The settings of a tab or a search, one card for each plugin. */
export const SettingsList = ({
  settings,
  words,
  form,
  isFound = false,
}: {
  settings: readonly SettingView[]
  words: SettingTexts
  form: SettingsDraft
  /** The result of a search, where a table would have gaps. */
  isFound?: boolean
}) => {
  const canEdit = useCan('admin.settings.edit')
  const isRoot = useCan(ROOT_PERMISSION)
  // A search that finds one of the others says at least whose it is.
  const listed = isFound ? settings : settings.filter(({ drawnBySlot }) => !drawnBySlot)
  return (
    <div className="grid gap-4">
      {sectionsOf(listed).map(({ plugin, settings: own }) => (
        <Card key={plugin} title={words.owner(plugin)} flush>
          <div className="grid divide-y divide-border">
            {own
              .filter(({ drawnBySlot }) => !drawnBySlot)
              .map((setting) => {
                const cells = isFound
                  ? []
                  : own.filter(({ table }) => table && table.id === setting.table?.id)
                if (cells.length > 0 && cells[0] !== setting) return null
                if (cells.length > 0)
                  return (
                    <SettingTable
                      key={setting.key}
                      settings={cells}
                      {...{ words, form }}
                      disabled={!canEdit}
                    />
                  )
                const change = form.draft[setting.key]
                const stored = setting.audience === 'secret' ? undefined : setting.value
                const problem = form.problems[setting.key]
                return (
                  <SettingRow
                    key={setting.key}
                    setting={setting}
                    words={words}
                    value={change ? change.value : stored}
                    isPending={change !== undefined}
                    error={problem && words.problem(setting, problem)}
                    disabled={!canEdit || (setting.rootOnly && !isRoot)}
                    onChange={(value) => form.edit(setting, value)}
                    onUndo={() => form.undo(setting.key)}
                  />
                )
              })}
          </div>
        </Card>
      ))}
    </div>
  )
}
