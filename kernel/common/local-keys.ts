/** Keys of local storage that belong to the product; no entry of a session answer may take one. */
export const localKeys = {
  permissions: 'user_permissions',
  uiSettings: 'ui-settings',
  transition: 'preferredTransition',
  target: 'redirectAfterLogin',
  locale: 'locale',
  settings: 'spawnpoint_settings_cache',
} as const

const reserved: ReadonlySet<string> = new Set(Object.values(localKeys))

export const isProductKey = (key: string): boolean => reserved.has(key)
