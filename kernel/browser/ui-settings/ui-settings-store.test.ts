import { defaultUiSettings, type UiSettings } from '@spawnpoint/sdk/browser'
import { contrast } from '@spawnpoint/sdk/common'
import { expect, it } from 'vitest'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { createUiSettingsStore } from './ui-settings-store.ts'

const storing = (colors: Partial<UiSettings['colors']>) => {
  const { storage } = createMemoryPlatform({ storage: { 'ui-settings': JSON.stringify({ colors }) } })
  const settings = createUiSettingsStore(storage)
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
