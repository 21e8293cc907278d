import {
  uiSettingBounds,
  uiSettingChoices,
  useFormat,
  useHost,
  useStore,
  useT,
  type SettingBounds,
  type UiSettings,
} from '@spawnpoint/sdk/browser'
import { Select, Slider, Switch } from '@spawnpoint/sdk/ui'

/** The groups of the settings that have fields. */
export type GroupName = {
  [K in keyof UiSettings]: UiSettings[K] extends object ? K : never
}[keyof UiSettings]

type Fields = Readonly<Record<string, unknown>>

const bounds: Readonly<Record<string, SettingBounds>> = uiSettingBounds
const choices: Readonly<Record<string, readonly string[]>> = uiSettingChoices

const shares = new Set(['backgroundOpacity', 'opacity', 'zoom'])

/** Formats the value beside a slider. */
const useShown = (field: string) => {
  const t = useT()
  const { percent, number } = useFormat()
  return (value: number): string => {
    if (shares.has(field)) return percent(value)
    if (field === 'duration') return t('seconds', { count: value })
    return field === 'animationSpeed' || field === 'transitionSpeed' ? `${number(value)}×` : number(value)
  }
}

/** One setting, drawn by the kind of its value; each change is seen at once. */
export const SettingField = ({ group, field }: { group: GroupName; field: string }) => {
  const t = useT()
  const { uiSettings } = useHost()
  const shown = useShown(field)
  const values: Fields = useStore(uiSettings, (settings) => settings[group]) as unknown as Fields
  const value = values[field]
  const change = (next: unknown) =>
    uiSettings.setState({ [group]: { ...uiSettings.getState()[group], [field]: next } })
  const label = t(`fields.${field}`)
  if (typeof value === 'boolean')
    return <Switch label={label} checked={value} onChange={(event) => change(event.target.checked)} />
  if (typeof value === 'number') {
    const { min, max, step } = bounds[field] ?? { min: 0, max: 10, step: 0.1 }
    return (
      <Slider label={label} value={value} min={min} max={max} step={step} format={shown} onChange={change} />
    )
  }
  return (
    <Select
      label={label}
      options={(choices[field] ?? []).map((each) => ({ value: each, label: t(`choices.${field}.${each}`) }))}
      value={String(value)}
      onChange={(event) => change(event.target.value)}
    />
  )
}
