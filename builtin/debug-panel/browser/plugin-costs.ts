import type { TraceEntry } from '@spawnpoint/sdk/browser'

/** The last runs of a plugin's hooks and components in this tab, and the code that it loaded. */
export interface PluginCost {
  readonly plugin: string
  readonly runs: number
  /** Milliseconds of all runs together, and of the slowest. */
  readonly ms: number
  readonly slowest: number
  readonly faults: number
  /** Bytes of its files on the wire; 0 for a built-in, whose code comes with the product's. */
  readonly bytes: number
}

const filesOf = (plugin: string) => `/assets/plugins/${plugin}/`

/** The added plugins, and built-ins that took a millisecond or failed; the dearest first. */
export function countCosts(
  entries: readonly TraceEntry[],
  added: readonly string[],
  loaded: readonly Pick<PerformanceResourceTiming, 'name' | 'transferSize'>[],
): readonly PluginCost[] {
  const hooks = entries.filter(({ kind, plugin }) => kind === 'hook' && plugin !== null)
  const ids = new Set([...added, ...hooks.map(({ plugin }) => plugin ?? '')])
  return [...ids]
    .map((plugin) => {
      const runs = hooks.filter((entry) => entry.plugin === plugin)
      const times = runs.map(({ detail }) => Number(detail['durationMs'] ?? 0))
      const files = loaded.filter(({ name }) => name.includes(filesOf(plugin)))
      return {
        plugin,
        runs: runs.length,
        ms: times.reduce((sum, ms) => sum + ms, 0),
        slowest: Math.max(0, ...times),
        faults: runs.filter(({ detail }) => detail['outcome'] !== 'ok').length,
        bytes: files.reduce((sum, { transferSize }) => sum + transferSize, 0),
      }
    })
    .filter(({ plugin, ms, faults }) => ms >= 1 || faults > 0 || added.includes(plugin))
    .toSorted((a, b) => b.ms - a.ms || b.bytes - a.bytes || a.plugin.localeCompare(b.plugin))
}
