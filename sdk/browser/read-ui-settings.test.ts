import { describe, expect, it } from 'vitest'
import { readUiSettings } from './read-ui-settings.ts'

const read = (value: unknown) => readUiSettings(JSON.stringify(value))
const defaults = readUiSettings(null)

const valueOf = (settings: object, group: string, field: string): unknown =>
  (settings as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[group]?.[field]

describe('defaults', () => {
  it.each([
    ['[UID1]', 'skinViewer', 'walkingAnimation', true],
    ['[UID2]', 'skinViewer', 'autoRotate', false],
    ['[UID3]', 'skinViewer', 'zoom', 0.8],
    ['[UID4]', 'skinViewer', 'animationSpeed', 1],
    ['[UID5]', 'skinViewer', 'cameraLight', 3],
    ['[UID6]', 'skinViewer', 'globalLight', 2.9],
    ['[UID7]', 'dropdown', 'glassEffect', true],
    ['[UID7]', 'sidebar', 'glassEffect', true],
    ['[UID7]', 'topNav', 'glassEffect', true],
    ['[UID7]', 'notifications', 'glassEffect', true],
    ['[UID8]', 'dropdown', 'backgroundOpacity', 0.95],
    ['[UID8]', 'sidebar', 'backgroundOpacity', 0.95],
    ['[UID8]', 'topNav', 'backgroundOpacity', 0.95],
    ['[UID8]', 'notifications', 'backgroundOpacity', 0.95],
    ['[UID9]', 'dropdown', 'borderGlow', true],
    ['[UID9]', 'sidebar', 'borderGlow', true],
    ['[UID9]', 'topNav', 'borderGlow', true],
    ['[UID9]', 'notifications', 'borderGlow', true],
    ['[UID10]', 'dropdown', 'animationStyle', 'fade'],
    ['[UID10]', 'sidebar', 'animationStyle', 'fade'],
    ['[UID10]', 'topNav', 'animationStyle', 'fade'],
    ['[UID10]', 'notifications', 'animationStyle', 'fade'],
    ['[UID12]', 'dropdown', 'borderRadius', 'xl'],
    ['[UID13]', 'sidebar', 'compactMode', false],
    ['[UID14]', 'topNav', 'showSearchBar', true],
    ['[UID15]', 'performance', 'reduceMotion', false],
    ['[UID16]', 'performance', 'disableAnimations', false],
    ['[UID17]', 'performance', 'optimizeImages', true],
    ['[UID18]', 'performance', 'lazyLoading', true],
    ['[UID19]', 'performance', 'preloadCritical', true],
    ['[UID20]', 'performance', 'backgroundEffects', true],
    ['[UID21]', 'performance', 'transitionSpeed', 4.5],
    ['[UID22]', 'performance', 'frameRateLimit', 75],
    ['[UID23]', 'performance', 'memoryOptimization', false],
    ['[UID24]', 'performance', 'networkOptimization', true],
    ['[UID25]', 'performance', 'enableCaching', true],
    ['[UID26]', 'performance', 'compressAssets', true],
  ] as const)('%s %s.%s is %j', (_rule, group, field, value) => {
    expect(valueOf(defaults, group, field)).toBe(value)
  })
})

describe('groups', () => {
  it.each([
    ['[ENT45]', 'skinViewer', { walkingAnimation: false, autoRotate: true, zoom: 1.2 }],
    ['[ENT45]', 'skinViewer', { animationSpeed: 2, cameraLight: 4, globalLight: 1 }],
    ['[ENT46]', 'dropdown', { glassEffect: false }],
    ['[ENT47]', 'sidebar', { compactMode: true }],
    ['[ENT48]', 'topNav', { showSearchBar: false }],
    ['[ENT49]', 'notifications', { borderGlow: false }],
    ['[ENT50]', 'performance', { reduceMotion: true }],
  ] as const)('%s %s keeps what a visitor stored', (_rule, group, stored) => {
    expect(read({ [group]: stored })).toMatchObject({ [group]: stored })
  })
})

describe('bounds and steps', () => {
  const opacity = (value: number) => read({ sidebar: { backgroundOpacity: value } }).sidebar.backgroundOpacity
  const zoom = (value: number) => read({ skinViewer: { zoom: value } }).skinViewer.zoom
  const speed = (value: number) =>
    read({ performance: { transitionSpeed: value } }).performance.transitionSpeed
  const frames = (value: number) =>
    read({ performance: { frameRateLimit: value } }).performance.frameRateLimit

  it('[UIB1] background opacity 0.1 … 1.0 by 0.05', () => {
    expect([0, 0.1, 0.12, 0.13, 0.5, 1, 9].map(opacity)).toEqual([0.1, 0.1, 0.1, 0.15, 0.5, 1, 1])
  })

  it('[UIB2] skin zoom 0.5 … 1.5 by 0.1', () => {
    expect([0, 0.54, 0.56, 1.5, 2].map(zoom)).toEqual([0.5, 0.5, 0.6, 1.5, 1.5])
  })

  it('[UIB3] transition speed 0.5 … 5.0 by 0.1', () => {
    expect([0, 0.55, 4.5, 5, 50].map(speed)).toEqual([0.5, 0.6, 4.5, 5, 5])
  })

  it('[UIB4] frame-rate limit 30 … 144 by 15, the maximum being its last stop', () => {
    expect([1, 30, 37, 38, 75, 135, 141, 144, 500].map(frames)).toEqual([
      30, 30, 30, 45, 75, 135, 144, 144, 144,
    ])
  })
})

it('[UID11] takes the four animation styles and no other', () => {
  const style = (animationStyle: string) => read({ topNav: { animationStyle } }).topNav.animationStyle
  expect(['fade', 'slide', 'scale', 'bounce', 'explode'].map(style)).toEqual([
    'fade',
    'slide',
    'scale',
    'bounce',
    'fade',
  ])
})

it('takes the default for whatever does not hold, field by field', () => {
  expect(read({ sidebar: { compactMode: 'yes', glassEffect: false }, performance: 4 }).sidebar).toEqual({
    ...defaults.sidebar,
    glassEffect: false,
  })
  expect(read([])).toEqual(defaults)
  expect(readUiSettings('{')).toEqual(defaults)
  expect(read({ __proto__: { theme: 'dark' }, extra: 1 })).toEqual(defaults)
})
