import type { PanelLook, UiSettings } from '../browser/ui-settings.ts'
import { themeBaseProperties, themeRules, type ThemeBase } from '../common/theme-rules.ts'

/** The custom properties of a panel's look, as the stylesheet reads them. */
export const lookProperties = (
  name: string,
  { glassEffect, backgroundOpacity, borderGlow, animationStyle }: PanelLook,
): Readonly<Record<string, string>> => ({
  [`--${name}-opacity`]: `${Math.round(backgroundOpacity * 100)}%`,
  [`--${name}-blur`]: glassEffect ? 'blur(12px) saturate(1.2)' : 'none',
  [`--${name}-glow`]: borderGlow ? '45%' : '0%',
  [`--${name}-animation`]: `panel-${animationStyle}`,
})

const radii: Readonly<Record<UiSettings['dropdown']['borderRadius'], string>> = {
  none: '0',
  sm: 'var(--radius-sm)',
  md: 'var(--radius-md)',
  lg: 'var(--radius-lg)',
  xl: 'var(--radius-xl)',
  '2xl': 'var(--radius-2xl)',
}

/** The time of a message that does not say for how long it stays. */
const usualSeconds = 6

const propertiesOf = ({ dropdown, notifications, background, performance, colors }: UiSettings) => ({
  ...lookProperties('dropdown', dropdown),
  '--dropdown-radius': radii[dropdown.borderRadius],
  ...lookProperties('toast', notifications),
  '--toast-scale': String(notifications.duration / usualSeconds),
  '--transition-duration': `${1 / performance.transitionSpeed}s`,
  ...(background.picture && {
    '--page-picture': `url(${background.picture})`,
    '--page-picture-opacity': String(background.opacity),
  }),
  ...themeRules(colors),
})

/** Names of what was written last, since a theme that is taken back leaves none of its colors. */
const written = new WeakMap<Document, readonly string[]>()

const mark = (root: HTMLElement, name: string, value: string): void => {
  if (value) root.dataset[name] = value
  else delete root.dataset[name]
}

/** Writes the settings where the stylesheet reads them. Dialogs and menus follow the dropdown's look. */
export const applyUiSettings = (document: Document, settings: UiSettings): void => {
  const { notifications, lists, background, performance, theme } = settings
  const { documentElement: root, body } = document
  body.classList.toggle('reduce-motion', performance.reduceMotion)
  body.classList.toggle('disable-animations', performance.disableAnimations)
  body.classList.toggle('disable-backgrounds', !performance.backgroundEffects)
  const properties = Object.entries(propertiesOf(settings))
  for (const name of written.get(document) ?? []) root.style.removeProperty(name)
  for (const [name, value] of properties) root.style.setProperty(name, value)
  written.set(
    document,
    properties.map(([name]) => name),
  )
  mark(root, 'toasts', notifications.position)
  mark(root, 'toastSound', notifications.sound ? 'on' : '')
  mark(root, 'density', lists.density === 'compact' ? 'compact' : '')
  mark(root, 'picture', background.picture && 'on')
  mark(root, 'theme', theme === 'system' ? '' : theme)
}

/** The colors that this instance has below those that a person chooses; empty where it has none. @example const base: ThemeBase = readThemeBase() */
export const readThemeBase = (): ThemeBase => {
  // The code that judges colors also runs where no page is.
  const style = typeof document === 'undefined' ? null : getComputedStyle(document.documentElement)
  const read = (key: keyof ThemeBase): string =>
    style?.getPropertyValue(themeBaseProperties[key]).trim() ?? ''
  return {
    accentLight: read('accentLight'),
    accentDark: read('accentDark'),
    surfaceLight: read('surfaceLight'),
    surfaceDark: read('surfaceDark'),
  }
}
