import { expect, it } from 'vitest'
import { scenes } from '../../e2e/ui-settings/scenes.ts'
import { uiSettingBounds, uiSettingChoices } from '../../sdk/browser/read-ui-settings.ts'
import { defaultUiSettings } from '../../sdk/browser/ui-settings.ts'
import { pageTransitions } from '../../sdk/ui/page-transition.ts'

const effects = scenes.flatMap((scene) => scene.effects)
const fieldOf = (setting: string) => setting.split('.').at(-1) ?? ''

/** Each setting by group and field, with its default. */
const defaults = new Map<string, unknown>([
  ...Object.entries(defaultUiSettings).flatMap(([group, value]): [string, unknown][] =>
    typeof value === 'object'
      ? Object.entries(value).map(([field, usual]) => [`${group}.${field}`, usual])
      : [[group, value]],
  ),
  ['preferredTransition', 'fade'],
])

const choices: Readonly<Record<string, readonly string[]>> = {
  ...uiSettingChoices,
  preferredTransition: pageTransitions,
}
const bounds: Readonly<
  Record<string, { readonly min: number; readonly max: number; readonly step: number }>
> = uiSettingBounds

it('[CUS19] every setting of the interface has a screen in a browser test that shows its effect, and no other', () => {
  expect(effects.map(({ setting }) => setting).toSorted()).toEqual([...defaults.keys()].toSorted())
})

it.each(effects)('[CUS19] $setting is seen at its default, its bounds or each of its choices', (effect) => {
  const { setting, seen } = effect
  const field = fieldOf(setting)
  const values = seen.map(([value]) => value)
  const outcomes = new Set(seen.map(([, outcome]) => outcome))
  expect(values[0]).toBe(defaults.get(setting))
  if (typeof values[0] === 'number') {
    const { min, max, step } = bounds[field] ?? { min: 0, max: 0, step: 0 }
    expect(effect.bounds).toEqual([min, max, step])
    expect(values).toEqual(expect.arrayContaining([min, max]))
    expect(outcomes.size).toBeGreaterThan(1)
    return
  }
  if (typeof values[0] === 'boolean') expect(values.toSorted()).toEqual([false, true])
  else if (choices[field]) expect(values.toSorted()).toEqual([...choices[field]].toSorted())
  expect(outcomes.size).toBe(values.length > 1 ? effectsOf(setting, values.length) : 0)
})

/** `soft` are the corners that the product has; every other value looks different. */
const effectsOf = (setting: string, count: number) => (setting === 'colors.radius' ? count - 1 : count)
