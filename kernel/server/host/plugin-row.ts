import type { PluginError, PluginRow } from '@spawnpoint/sdk/server'
import type { Gate } from '../../common/hooks/gate.ts'
import type { Messages } from '../http/messages.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { PluginHost } from './plugin-host.ts'
import type { DependantsOf } from './start-order.ts'
import { pagesOf } from '../page/route-index.ts'
import { cutSecretsOf } from '../services/cut-secrets.ts'
import { MOST_ERRORS, presentFault } from './shared-errors.ts'

interface RowDeps {
  readonly host: Pick<PluginHost, 'standing' | 'find'>
  readonly dependantsOf: DependantsOf
  readonly gate: Pick<Gate, 'faults' | 'countedSince' | 'history'>
  readonly messages: Messages
  /** Errors that other processes of the instance met, by plugin. */
  readonly others: ReadonlyMap<string, readonly PluginError[]>
}

/** The last errors of the whole instance, the newest first. */
const newest = (errors: readonly PluginError[]): readonly PluginError[] =>
  errors.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, MOST_ERRORS)

/** Counts the faults of this process, and those of the others since the plugin was started here. */
const countFaults = (id: string, { gate, others }: RowDeps): number =>
  gate.faults(id).length +
  (others.get(id) ?? []).filter(({ at }) => at.getTime() >= gate.countedSince(id)).length

/** A plugin as the plugin page shows it, whatever `kernel/packages` knows beside. */
export function pluginRow(entry: CatalogueEntry, enabled: boolean, deps: RowDeps): PluginRow {
  const { id, manifest, source } = entry
  const { state, reason } = deps.host.standing(id)
  const running = deps.host.find(id)
  const history = deps.gate.history(id)
  const lastFault = history.at(-1)
  return {
    id,
    title: manifest ? deps.messages.label(id, manifest.title) : id,
    description: manifest ? deps.messages.label(id, manifest.description) : '',
    version: manifest?.version ?? '',
    publisher: manifest?.publisher ?? null,
    license: manifest?.license ?? null,
    icon: manifest?.icon ?? null,
    kind: manifest?.kind ?? 'plugin',
    removable: manifest?.removable ?? true,
    enabled,
    state,
    reason,
    lastError: lastFault ? cutSecretsOf(String(lastFault.error)) : null,
    errors: newest([
      ...history.slice(-MOST_ERRORS).toReversed().map(presentFault),
      ...(deps.others.get(id) ?? []),
    ]),
    startedInMs: running ? Math.round(running.startedInMs) : null,
    dependencies: Object.keys(manifest?.dependencies ?? {}),
    dependants: deps.dependantsOf(id),
    capabilities: manifest?.capabilities ?? [],
    permissions: manifest?.permissions.defines ?? [],
    paths: (manifest ? pagesOf(manifest) : []).map(({ path }) => path),
    settings: manifest?.settings ?? null,
    faults: countFaults(id, deps),
    source,
    signature: null,
    isolation: {
      server: manifest?.isolation?.server ?? 'process',
      browser: manifest?.isolation?.browser ?? 'page',
      database: running?.isolation.database ?? null,
    },
    isolationOptions: null,
    installedAt: null,
    isLeftover: false,
  }
}
