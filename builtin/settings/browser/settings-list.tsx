import type { SettingView } from '@spawnpoint/contracts/settings'
import { useCan } from '@spawnpoint/sdk/browser'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { Card } from '@spawnpoint/sdk/ui'
import { SettingRow } from './setting-row.tsx'
import type { SettingTexts } from './setting-texts.ts'
import { sectionsOf } from './settings-groups.ts'
import type { SettingsDraft } from './use-settings-draft.ts'

/** The settings of a tab or a search, one card for each plugin. */
export const SettingsList = ({
  settings,
  words,
  form,
}: {
  settings: readonly SettingView[]
  words: SettingTexts
  form: SettingsDraft
}) => {
  const canEdit = useCan('admin.settings.edit')
  const isRoot = useCan(ROOT_PERMISSION)
  return (
    <div className="grid gap-4">
      {sectionsOf(settings).map(({ plugin, settings: own }) => (
        <Card key={plugin} title={words.owner(plugin)} flush>
          <div className="grid divide-y divide-border">
            {own
              .filter(({ drawnBySlot }) => !drawnBySlot)
              .map((setting) => {
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
