// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { applyUiSettings } from './apply-ui-settings.ts'
import { readUiSettings } from '../browser/read-ui-settings.ts'

const apply = (value: unknown) => applyUiSettings(document, readUiSettings(JSON.stringify(value)))
const variable = (name: string) => document.documentElement.style.getPropertyValue(name)
const marks = () => ({ ...document.documentElement.dataset })

it('[CUS4] writes the time of a transition as one over the speed', () => {
  apply({ performance: { transitionSpeed: 2 } })
  expect(variable('--transition-duration')).toBe('0.5s')
})

it('[CUS8] sets and takes back the classes of the body', () => {
  apply({ performance: { reduceMotion: true, disableAnimations: true, backgroundEffects: false } })
  expect([...document.body.classList]).toEqual(['reduce-motion', 'disable-animations', 'disable-backgrounds'])
  apply({})
  expect([...document.body.classList]).toEqual([])
})

it('[CUS18] marks the page where lists are compact', () => {
  apply({ lists: { density: 'compact' } })
  expect(document.documentElement.dataset['density']).toBe('compact')
  apply({ lists: { density: 'tiny' } })
  expect(document.documentElement.dataset['density']).toBeUndefined()
})

it('[CUS4] follows theme, opacity, glass, glow, animation and radius of the dropdown', () => {
  apply({
    theme: 'dark',
    dropdown: {
      backgroundOpacity: 0.5,
      borderRadius: 'none',
      glassEffect: false,
      borderGlow: false,
      animationStyle: 'bounce',
    },
  })
  expect(document.documentElement.dataset['theme']).toBe('dark')
  const names = ['opacity', 'radius', 'blur', 'glow', 'animation']
  expect(names.map((name) => variable(`--dropdown-${name}`))).toEqual([
    '50%',
    '0',
    'none',
    '0%',
    'panel-bounce',
  ])
  apply({})
  expect(document.documentElement.dataset['theme']).toBeUndefined()
  expect(names.map((name) => variable(`--dropdown-${name}`))).toEqual([
    '95%',
    'var(--radius-xl)',
    'blur(12px) saturate(1.2)',
    '45%',
    'panel-fade',
  ])
})

it('[CUS5] places messages, and makes them stay and sound as chosen', () => {
  apply({
    notifications: {
      position: 'top-left',
      duration: 12,
      sound: true,
      backgroundOpacity: 0.2,
      animationStyle: 'scale',
    },
  })
  expect(marks()).toEqual({ toasts: 'top-left', toastSound: 'on' })
  expect(['scale', 'opacity', 'animation'].map((name) => variable(`--toast-${name}`))).toEqual([
    '2',
    '20%',
    'panel-scale',
  ])
  apply({})
  expect(marks()).toEqual({ toasts: 'bottom-right' })
  expect(variable('--toast-scale')).toBe('1')
})

it('[CUS6] draws a picture of this site behind the pages, and takes it away', () => {
  apply({ background: { picture: '/a/b.webp', opacity: 0.5 } })
  expect([variable('--page-picture'), variable('--page-picture-opacity'), marks()['picture']]).toEqual([
    'url(/a/b.webp)',
    '0.5',
    'on',
  ])
  for (const picture of [
    '',
    'https://evil.example/x.png',
    '//evil.example/x.png',
    '/a") x',
    'javascript:1',
  ]) {
    apply({ background: { picture } })
    expect([variable('--page-picture'), marks()['picture']]).toEqual(['', undefined])
  }
})

it('[CUS7] draws a theme, and takes it back', () => {
  const [accentLight, accentDark, surfaceLight, surfaceDark] = ['#111111', '#eeeeee', '#fefefe', '#101010']
  apply({ colors: { accentLight, accentDark, surfaceLight, surfaceDark, radius: 'square' } })
  expect([variable('--color-accent-text'), variable('--color-surface'), variable('--radius-xl')]).toEqual([
    'light-dark(#111111,#eeeeee)',
    'light-dark(#fefefe,#101010)',
    '0px',
  ])
  apply({ colors: { accentLight: 'red;}' } })
  expect([variable('--color-accent-text'), variable('--color-surface'), variable('--radius-xl')]).toEqual([
    '',
    '',
    '',
  ])
})
