import { useFormat, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { deriveTheme, weakColors, type WeakColor } from '@spawnpoint/sdk/common'
import { Button, Field, readThemeBase, Select } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { SettingGroup } from './setting-group.tsx'

type Part = WeakColor['part']

const corners = ['square', 'soft', 'round'] as const

/** A color input is never empty: until one is chosen it shows the color of the instance, or the one that the product ships. */
const usualColor = (part: Part): string => {
  const { accentLight, surfaceLight } = readThemeBase()
  return part === 'accent' ? accentLight || '#5646d8' : surfaceLight || '#ffffff'
}

/** Says why a color is not taken, by its ratio, and which one would be. */
const useReason = () => {
  const t = useT()
  const { number } = useFormat()
  return (chosen: Part, { part, scheme, ratio }: WeakColor): string =>
    t(`contrast.${chosen === part ? scheme : 'other'}`, { ratio: number(ratio) })
}

/** One of the two colors of a theme: seen at once, or refused with the reason while what was chosen before stays. */
const ThemeColor = ({ part }: { part: Part }) => {
  const t = useT()
  const reason = useReason()
  const { uiSettings } = useHost()
  const colors = useStore(uiSettings, (settings) => settings.colors)
  const [refused, setRefused] = useState<{ color: string; weak: WeakColor; before: typeof colors } | null>(
    null,
  )
  // Any change of the theme, such as its reset, makes the refusal one of the past.
  const shown = refused?.before === colors ? refused : null
  const choose = (color: string) => {
    const base = readThemeBase()
    const next = deriveTheme({ ...colors, [part]: color }, base)
    const [weak] = weakColors(next, base)
    setRefused(weak ? { color, weak, before: colors } : null)
    if (!weak) uiSettings.setState({ colors: next })
  }
  const forget = () => {
    setRefused(null)
    // The accent is adapted to the surface, so that it may change with it.
    const without = { ...colors, [part]: '', [`${part}Light`]: '', [`${part}Dark`]: '' }
    uiSettings.setState({ colors: deriveTheme(without, readThemeBase()) })
  }
  return (
    <Field
      label={t(`fields.${part}`)}
      hint={t(`hints.${part}`)}
      error={shown ? reason(part, shown.weak) : undefined}
    >
      {(control) => (
        <div className="flex items-center gap-2">
          <input
            {...control}
            type="color"
            className="h-9 w-16 rounded-md border border-control bg-surface p-1"
            value={shown?.color ?? (colors[part] || usualColor(part))}
            onChange={(event) => choose(event.target.value)}
          />
          <Button
            size="sm"
            variant="ghost"
            aria-disabled={!shown && !colors[part] && !colors[`${part}Light`]}
            onClick={forget}
          >
            {t('standard')}
            <span className="sp-hidden">: {t(`fields.${part}`)}</span>
          </Button>
        </div>
      )}
    </Field>
  )
}

const Corners = () => {
  const t = useT()
  const { uiSettings } = useHost()
  const radius = useStore(uiSettings, ({ colors }) => colors.radius)
  const choose = (value: string) => {
    const chosen = corners.find((each) => each === value) ?? ''
    uiSettings.setState({ colors: { ...uiSettings.getState().colors, radius: chosen } })
  }
  return (
    <Select
      label={t('fields.radius')}
      options={[
        { value: '', label: t('choices.radius.default') },
        ...corners.map((value) => ({ value, label: t(`choices.radius.${value}`) })),
      ]}
      value={radius}
      onChange={(event) => choose(event.target.value)}
    />
  )
}

/** A theme from three inputs, which stays readable in both color schemes. */
export const ThemeGroup = () => (
  <SettingGroup group="colors" fields={[]}>
    <ThemeColor part="accent" />
    <ThemeColor part="surface" />
    <Corners />
  </SettingGroup>
)
