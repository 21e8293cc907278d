import { describe, expect, it } from 'vitest'
import { readUiSettings } from './read-settings.ts'

const read = (value: unknown) => readUiSettings(JSON.stringify(value))
const defaults = readUiSettings(null)

describe('defaults', () => {
  it('[UID1][UID2][UID3][UID4][UID5][UID6] of the skin viewer', () => {
    expect(defaults.skinViewer).toEqual({
      walkingAnimation: true,
      autoRotate: false,
      zoom: 0.8,
      animationSpeed: 1,
      cameraLight: 3,
      globalLight: 2.9,
    })
  })

  it.each(['dropdown', 'sidebar', 'topNav', 'notifications'] as const)(
    '[UID7][UID8][UID9][UID10] of %s',
    (panel) => {
      expect(defaults[panel]).toMatchObject({
        glassEffect: true,
        backgroundOpacity: 0.95,
        borderGlow: true,
        animationStyle: 'fade',
      })
    },
  )

  it('[UID12][UID13][UID14] of dropdown, sidebar and top bar', () => {
    expect(defaults.dropdown.borderRadius).toBe('xl')
    expect(defaults.sidebar.compactMode).toBe(false)
    expect(defaults.topNav.showSearchBar).toBe(true)
  })

  it('[UID15][UID16][UID17][UID18][UID19][UID20][UID21][UID22][UID23][UID24][UID25][UID26] of performance', () => {
    expect(defaults.performance).toEqual({
      reduceMotion: false,
      disableAnimations: false,
      optimizeImages: true,
      lazyLoading: true,
      preloadCritical: true,
      backgroundEffects: true,
      transitionSpeed: 4.5,
      frameRateLimit: 75,
      memoryOptimization: false,
      networkOptimization: true,
      enableCaching: true,
      compressAssets: true,
    })
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
