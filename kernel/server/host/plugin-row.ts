import type { PluginRow } from '@spawnpoint/sdk/server'
import type { Gate } from '../../common/hooks/gate.ts'
import type { Messages } from '../http/messages.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { PluginHost } from './plugin-host.ts'
import type { Leftover } from './plugin-states.ts'
import { cutSecretsOf } from '../services/cut-secrets.ts'

interface RowDeps {
  readonly host: Pick<PluginHost, 'standing' | 'find' | 'dependantsOf'>
  readonly gate: Pick<Gate, 'faults'>
  readonly messages: Messages
}

type Described = Pick<
  PluginRow,
  'title' | 'description' | 'version' | 'publisher' | 'license' | 'icon' | 'kind' | 'removable'
>

const nothing = {
  reason: null,
  lastError: null,
  startedInMs: null,
  dependencies: [],
  dependants: [],
  capabilities: [],
  permissions: [],
  settings: null,
  faults: 0,
  signature: null,
  isolation: { server: 'process', browser: 'page', database: null },
  installedAt: null,
  publisher: null,
  license: null,
  icon: null,
} as const

function describe({ id, manifest, installed }: CatalogueEntry, messages: Messages): Described {
  if (!manifest)
    return {
      ...nothing,
      title: id,
      description: '',
      version: installed?.version ?? '',
      kind: 'plugin',
      removable: true,
    }
  return {
    title: messages.label(id, manifest.title),
    description: messages.label(id, manifest.description),
    version: manifest.version,
    publisher: manifest.publisher ?? null,
    license: manifest.license ?? null,
    icon: manifest.icon ?? null,
    kind: manifest.kind,
    removable: manifest.removable,
  }
}

/** A plugin as the plugin page shows it. */
export function pluginRow(entry: CatalogueEntry, enabled: boolean, deps: RowDeps): PluginRow {
  const { id, manifest, source, installed } = entry
  const { state, reason } = deps.host.standing(id)
  const faults = deps.gate.faults(id)
  const running = deps.host.find(id)
  const lastFault = faults.at(-1)
  return {
    id,
    ...describe(entry, deps.messages),
    enabled,
    state,
    reason: reason ?? installed?.failedUpgrade ?? null,
    lastError: lastFault ? cutSecretsOf(String(lastFault.error)) : null,
    startedInMs: running ? Math.round(running.startedInMs) : null,
    dependencies: Object.keys(manifest?.dependencies ?? {}),
    dependants: deps.host.dependantsOf(id),
    capabilities: manifest?.capabilities ?? [],
    permissions: manifest?.permissions.defines ?? [],
    settings: manifest?.settings ?? null,
    faults: faults.length,
    source,
    signature: installed?.signature ?? null,
    isolation: {
      server: manifest?.isolation?.server ?? 'process',
      browser: manifest?.isolation?.browser ?? 'page',
      database: running?.isolation.database ?? null,
    },
    installedAt: installed?.installedAt ?? null,
    isLeftover: false,
  }
}

/** A plugin that was uninstalled and left its data. */
export const leftoverRow = (id: string, { title, version, uninstalledAt }: Leftover): PluginRow => ({
  ...nothing,
  id,
  title,
  version,
  description: '',
  kind: 'plugin',
  removable: true,
  enabled: false,
  state: 'available',
  reason: `uninstalled on ${uninstalledAt.slice(0, 10)}; its data was kept`,
  source: 'package',
  isLeftover: true,
})
