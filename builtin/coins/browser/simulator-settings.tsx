import type { readSimulationSettings } from '@spawnpoint/contracts/coins'
import { useFormat, useT, useTranslation } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Empty, IconButton, Select, Switch, TextField } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'

export type SimulationSetting = ReplyOf<typeof readSimulationSettings>['settings'][number]
/** Setting → value as it is typed, or the state of its switch. */
export type Draft = Readonly<Record<string, string | boolean>>

export const useSettingLabel = () => {
  const { i18n } = useTranslation()
  return ({ key, plugin }: SimulationSetting): string =>
    i18n.t(`settings.${key}.label`, { ns: plugin, defaultValue: key })
}

/** The value that a draft means; null for one that the setting does not allow. */
export function readDraft({ value, min, max }: SimulationSetting, typed: string | boolean) {
  if (typeof value === 'boolean') return typeof typed === 'boolean' ? typed : null
  const number = typeof typed === 'string' && typed.trim() !== '' ? Number(typed) : Number.NaN
  if (!Number.isInteger(number) || number < (min ?? -Infinity) || number > (max ?? Infinity)) return null
  return number
}

const Change = ({
  setting,
  typed,
  onChange,
  onRemove,
}: {
  setting: SimulationSetting
  typed: string | boolean
  onChange: (typed: string | boolean) => void
  onRemove: () => void
}) => {
  const t = useT()
  const { number } = useFormat()
  const label = useSettingLabel()(setting)
  const { key, value, min, max } = setting
  const isWrong = readDraft(setting, typed) === null
  const bounds = { min: number(min ?? 0), max: number(max ?? Number.MAX_SAFE_INTEGER) }
  return (
    <li className="flex items-start gap-2">
      <div className="min-w-0 grow">
        {typeof value === 'boolean' ? (
          <Switch
            label={label}
            hint={t(value ? 'staff.simulator.nowOn' : 'staff.simulator.nowOff')}
            checked={typed === true}
            onChange={({ target }) => onChange(target.checked)}
          />
        ) : (
          <TextField
            label={label}
            name={key}
            inputMode="numeric"
            hint={t('staff.simulator.now', { value: number(value) })}
            value={String(typed)}
            onChange={({ target }) => onChange(target.value)}
            {...(isWrong && { error: t('staff.simulator.badValue', bounds) })}
          />
        )}
      </div>
      <IconButton
        label={t('staff.simulator.remove', { setting: label })}
        variant="ghost"
        icon={<Trash2 aria-hidden />}
        onClick={onRemove}
      />
    </li>
  )
}

/** The settings that the simulation changes, and a way to add one. */
export const SimulatorSettings = ({
  settings,
  draft,
  onDraft,
}: {
  settings: readonly SimulationSetting[]
  draft: Draft
  onDraft: (draft: Draft) => void
}) => {
  const t = useT()
  const { i18n } = useTranslation()
  const labelOf = useSettingLabel()
  const chosen = settings.filter(({ key }) => Object.hasOwn(draft, key))
  const plugins = [...new Set(settings.map(({ plugin }) => plugin))]
  const add = (key: string) => {
    const setting = settings.find((each) => each.key === key)
    if (!setting) return
    const { value } = setting
    onDraft({ ...draft, [key]: typeof value === 'boolean' ? !value : String(value) })
  }
  const remove = (key: string) =>
    onDraft(Object.fromEntries(Object.entries(draft).filter(([each]) => each !== key)))
  return (
    <div className="grid gap-4">
      <Select
        label={t('staff.simulator.add')}
        value=""
        placeholder={t('staff.simulator.choose')}
        onChange={({ target }) => add(target.value)}
      >
        {plugins.map((plugin) => (
          <optgroup key={plugin} label={i18n.t('title', { ns: plugin })}>
            {settings
              .filter((each) => each.plugin === plugin && !Object.hasOwn(draft, each.key))
              .map((each) => (
                <option key={each.key} value={each.key}>
                  {labelOf(each)}
                </option>
              ))}
          </optgroup>
        ))}
      </Select>
      {chosen.length === 0 ? (
        <Empty title={t('staff.simulator.noChanges')} text={t('staff.simulator.noChangesText')} />
      ) : (
        <ul className="grid gap-4">
          {chosen.map((setting) => (
            <Change
              key={setting.key}
              setting={setting}
              typed={draft[setting.key] ?? ''}
              onChange={(typed) => onDraft({ ...draft, [setting.key]: typed })}
              onRemove={() => remove(setting.key)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
