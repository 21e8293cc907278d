import { defaultUiSettings, type UiSettings } from '@spawnpoint/sdk/browser'
import { contrast } from '@spawnpoint/sdk/common'
import { expect, it } from 'vitest'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { createUiSettingsStore } from './ui-settings-store.ts'

const noBase = { accentLight: '', accentDark: '', surfaceLight: '', surfaceDark: '' }

const storing = (colors: Partial<UiSettings['colors']>, base = noBase) => {
  const { storage } = createMemoryPlatform({ storage: { 'ui-settings': JSON.stringify({ colors }) } })
  const settings = createUiSettingsStore(storage, () => base)
  const stored = () => JSON.parse(storage.get('ui-settings') ?? '{}') as UiSettings
  return { settings, stored, colors: () => settings.getState().colors }
}

const good = {
  accentLight: '#111111',
  accentDark: '#eeeeee',
  surfaceLight: '#fefefe',
  surfaceDark: '#101010',
}

it('[CUS15] makes the colors of a theme anew from those that were chosen, whatever is stored beside them', async () => {
  const { colors, stored } = storing({ accent: '#0a5c3c', accentLight: '#ffffff', accentDark: '#000000' })
  await expect.poll(() => colors().accentLight).toBe('#0a5c3c')
  expect(contrast(colors().accentDark, '#242a36')).toBeGreaterThanOrEqual(4.5)
  expect(stored().colors).toEqual(colors())
})

it('[CUS15] takes no stored color that text cannot be read in or on, and keeps the others', async () => {
  const surface = storing({ ...good, surfaceLight: '#888888', radius: 'round' })
  await expect.poll(() => surface.colors().surfaceLight).toBe('')
  expect(surface.colors()).toMatchObject({ ...good, surfaceLight: '', surfaceDark: '', radius: 'round' })
  const accent = storing({ ...good, accentDark: '#333333' })
  await expect.poll(() => accent.colors().accentDark).toBe('')
  expect(accent.colors()).toMatchObject({ surfaceLight: '#fefefe', accentLight: '' })
  const white = storing({ accent: '#ffffff' })
  await expect.poll(white.colors).toEqual(defaultUiSettings.colors)
})

it('[CUS15] takes none that is set or stored later either', async () => {
  const { settings, colors, stored } = storing(good)
  settings.setState({ colors: { ...colors(), accentDark: '#333333' } })
  await expect.poll(() => colors().accentDark).toBe('')
  expect(stored().colors).toEqual(colors())
  settings.setState({ colors: { ...colors(), accentLight: '#123123', accentDark: '#edcba9' } })
  settings.reload()
  await expect.poll(() => colors().accentDark).toBe('#edcba9')
})

it('[CUS21] judges stored colors by those that the instance has now', async () => {
  const accent = { accent: '#767676', accentLight: '#6e6e6e', accentDark: '#9d9d9d' }
  const { colors, stored } = storing(accent, { ...noBase, surfaceLight: '#dfeee6', surfaceDark: '#20402f' })
  await expect.poll(() => colors().accentLight).not.toBe('#6e6e6e')
  expect(contrast(colors().accentLight, '#cddbd4')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(colors().accentDark, '#2d4c3b')).toBeGreaterThanOrEqual(4.5)
  expect(stored().colors).toEqual(colors())
  const own = { accentLight: '#5f5f5f', accentDark: '#eeeeee' }
  const alone = storing(own, { ...noBase, surfaceLight: '#c0c0c0', surfaceDark: '#101010' })
  await expect.poll(() => alone.colors().accentLight).toBe('')
})
