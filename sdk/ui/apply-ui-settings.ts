import type { PanelLook, UiSettings } from '../browser/ui-settings.ts'

/** Classes of a panel's look, as the stylesheet knows them. */
export const lookClasses = ({ glassEffect, borderGlow, animationStyle }: PanelLook): readonly string[] => [
  ...(glassEffect ? ['glass'] : []),
  ...(borderGlow ? ['border-glow'] : []),
  `panel-${animationStyle}`,
]

const allClasses = [
  'glass',
  'border-glow',
  'panel-fade',
  'panel-slide',
  'panel-scale',
  'panel-bounce',
  'reduce-motion',
  'disable-animations',
  'disable-backgrounds',
]

const radii: Readonly<Record<UiSettings['dropdown']['borderRadius'], string>> = {
  none: '0',
  sm: 'var(--radius-sm)',
  md: 'var(--radius-md)',
  lg: 'var(--radius-lg)',
  xl: 'var(--radius-xl)',
  '2xl': 'var(--radius-2xl)',
}

/** Writes the settings where the stylesheet reads them. Dialogs and menus follow the dropdown's look. */
export const applyUiSettings = (document: Document, settings: UiSettings): void => {
  const { dropdown, performance, theme } = settings
  const { documentElement: root, body } = document
  body.classList.remove(...allClasses)
  body.classList.add(...lookClasses(dropdown))
  body.classList.toggle('reduce-motion', performance.reduceMotion)
  body.classList.toggle('disable-animations', performance.disableAnimations)
  body.classList.toggle('disable-backgrounds', !performance.backgroundEffects)
  root.style.setProperty('--transition-duration', `${1 / performance.transitionSpeed}s`)
  root.style.setProperty('--background-opacity', String(dropdown.backgroundOpacity))
  root.style.setProperty('--dropdown-radius', radii[dropdown.borderRadius])
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
}
