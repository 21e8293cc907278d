import type { SettingView } from '@spawnpoint/contracts/settings'

/** A setting as the page sees it. */
export const aSetting = (overrides: Partial<SettingView> = {}): SettingView => ({
  key: 'website_url',
  plugin: 'settings',
  group: 'general',
  audience: 'public',
  value: '',
  isSet: false,
  default: '',
  schema: { type: 'string', maxLength: 500 },
  rootOnly: false,
  lastChange: null,
  ...overrides,
})
