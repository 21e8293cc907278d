import type { PluginView } from '@spawnpoint/contracts/plugin-manager'

/** A plugin as the list shows it. */
export const aPlugin = (overrides: Partial<PluginView> = {}): PluginView => ({
  id: 'store',
  title: 'Store',
  description: 'Sells resources',
  version: '1.0.0',
  publisher: null,
  icon: null,
  kind: 'builtin',
  removable: true,
  enabled: true,
  state: 'active',
  reason: null,
  lastError: null,
  startedInMs: 12,
  faults: 0,
  dependencies: [],
  dependants: [],
  capabilities: [],
  permissions: [],
  isConfigurable: false,
  ...overrides,
})
