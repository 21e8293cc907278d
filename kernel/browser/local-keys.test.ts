import { expect, it } from 'vitest'
import { saveLanguage } from './messages/language.ts'
import { createMemoryPlatform } from '../../sdk/testing/memory-platform.ts'
import { saveTarget } from './routing/login-target.ts'
import { loadTransition } from './routing/transition-style.ts'
import { cacheSession, loadCachedPermissions } from './session/session-cache.ts'
import { createSettingsCache } from './settings-cache.ts'
import { createUiSettingsStore } from './ui-settings/ui-settings-store.ts'

it('[CON5] the product keeps what it stores under the six keys, and reads it from there', () => {
  const platform = createMemoryPlatform({ storage: { preferredTransition: 'flip' } })
  const { storage } = platform
  expect(loadTransition(storage)).toBe('flip')
  cacheSession(storage, { user: {}, billing: {}, stats: {}, permissions: ['admin.root'] })
  expect(loadCachedPermissions(storage)).toEqual(['admin.root'])
  const settings = createUiSettingsStore(storage, () => ({
    accentLight: '',
    accentDark: '',
    surfaceLight: '',
    surfaceDark: '',
  }))
  settings.setState({ ...settings.getState(), theme: 'dark' })
  saveLanguage(platform, 'FR')
  const place = { path: '/store', search: '', hash: '' }
  saveTarget(storage, { id: 'store', plugin: 'store', area: 'user', title: '', ...place }, place)
  createSettingsCache(platform, { onChange: () => undefined, isCaching: () => true }).accept({
    app_name: 'A',
  })
  expect(
    storage
      .entries()
      .map(([key]) => key)
      .sort(),
  ).toEqual([
    'locale',
    'preferredTransition',
    'redirectAfterLogin',
    'spawnpoint_settings_cache',
    'ui-settings',
    'user_permissions',
  ])
})
