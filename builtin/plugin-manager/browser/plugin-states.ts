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

export type PluginFilter = 'all' | 'on' | 'off' | 'trouble' | 'added'

export const pluginFilters: readonly PluginFilter[] = ['all', 'on', 'off', 'trouble', 'added']

/** True for one that is not as it should be. After a failed upgrade the version before runs on, and the reason says why. */
export const isInTrouble = ({ state, reason, faults, reports }: PluginView): boolean =>
  faults > 0 ||
  reports !== null ||
  ['danger', 'warning'].includes(toneOfState(state)) ||
  (state === 'active' && reason !== null)

const matches: Readonly<Record<PluginFilter, (plugin: PluginView) => boolean>> = {
  all: () => true,
  on: ({ enabled }) => enabled,
  off: ({ enabled }) => !enabled,
  trouble: (plugin) => isInTrouble(plugin) || plugin.failedJobs.length > 0,
  added: ({ source }) => source !== 'builtin',
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
