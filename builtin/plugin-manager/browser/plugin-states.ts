import type { PluginView } from '@spawnpoint/contracts/plugin-manager'
import type { Tone } from '@spawnpoint/sdk/ui'

const tones: Readonly<Record<string, Tone>> = {
  active: 'success',
  loading: 'info',
  resolved: 'info',
  blocked: 'warning',
  conflict: 'warning',
  incompatible: 'warning',
  failed: 'danger',
  migrationFailed: 'danger',
  quarantined: 'danger',
}

export const toneOfState = (state: string): Tone => tones[state] ?? 'neutral'

export type PluginFilter = 'all' | 'on' | 'off' | 'trouble'

export const pluginFilters: readonly PluginFilter[] = ['all', 'on', 'off', 'trouble']

const matches: Readonly<Record<PluginFilter, (plugin: PluginView) => boolean>> = {
  all: () => true,
  on: ({ enabled }) => enabled,
  off: ({ enabled }) => !enabled,
  // After a failed upgrade the previous version keeps running; the reason says why.
  trouble: ({ state, reason, faults, reports }) =>
    faults > 0 ||
    reports !== null ||
    ['danger', 'warning'].includes(toneOfState(state)) ||
    (state === 'active' && reason !== null),
}

export const isPluginFilter = (text: string): text is PluginFilter =>
  pluginFilters.some((filter) => filter === text)

/** The plugins that a person asked for, by name or id. */
export function findPlugins(
  plugins: readonly PluginView[],
  filter: PluginFilter,
  query: string,
  nameOf: (plugin: PluginView) => string,
): readonly PluginView[] {
  const wanted = query.trim().toLocaleLowerCase()
  return plugins
    .filter(matches[filter])
    .filter((plugin) => `${plugin.id} ${nameOf(plugin)}`.toLocaleLowerCase().includes(wanted))
    .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))
}
