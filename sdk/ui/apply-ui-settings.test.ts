// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { applyUiSettings } from './apply-ui-settings.ts'
import { readUiSettings } from '../browser/read-ui-settings.ts'

const apply = (value: unknown) => applyUiSettings(document, readUiSettings(JSON.stringify(value)))
const variable = (name: string) => document.documentElement.style.getPropertyValue(name)

it('writes the time of a transition as one over the speed', () => {
  apply({ performance: { transitionSpeed: 2 } })
  expect(variable('--transition-duration')).toBe('0.5s')
})

it('sets and takes back the classes of the body', () => {
  apply({ performance: { reduceMotion: true, disableAnimations: true, backgroundEffects: false } })
  expect([...document.body.classList]).toEqual(
    expect.arrayContaining([
      'reduce-motion',
      'disable-animations',
      'disable-backgrounds',
      'glass',
      'border-glow',
    ]),
  )
  apply({ dropdown: { glassEffect: false, borderGlow: false, animationStyle: 'bounce' } })
  expect([...document.body.classList]).toEqual(['panel-bounce'])
})

it('follows theme, opacity and radius', () => {
  apply({ theme: 'dark', dropdown: { backgroundOpacity: 0.5, borderRadius: 'none' } })
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect([variable('--background-opacity'), variable('--dropdown-radius')]).toEqual(['0.5', '0'])
  apply({})
  expect(document.documentElement.dataset['theme']).toBeUndefined()
})
