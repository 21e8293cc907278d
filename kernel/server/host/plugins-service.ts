import type { Manifest } from '@spawnpoint/sdk/common'
import { type AuditService, type Db, type PluginRow, type PluginsService } from '@spawnpoint/sdk/server'
import type { Gate } from '../../common/hooks/gate.ts'
import type { Messages } from '../http/messages.ts'
import type { Notices } from '../services/notices.ts'
import type { SecretsService } from '@spawnpoint/sdk/server'
import type { CatalogueEntry } from './catalogue.ts'
import type { PluginHost } from './plugin-host.ts'
import { pluginFailure, type PluginStates, type StoredPlugin } from './plugin-states.ts'
import { configToStore, secretKeys } from './stored-config.ts'

export interface PluginsDeps {
  readonly host: PluginHost
  readonly states: PluginStates
  readonly gate: Gate
  readonly notices: Notices
  readonly messages: Messages
  readonly audit: AuditService
  readonly orm: Db
  readonly secrets: SecretsService
  catalogue(): readonly CatalogueEntry[]
}

type Usable = CatalogueEntry & { readonly manifest: Manifest }

const isUsable = (entry: CatalogueEntry): entry is Usable => entry.manifest !== null

export interface KernelPlugins extends PluginsService {
  /** Brings this process in line with the stored states; returns what changed. */
  sync(): Promise<readonly string[]>
  planVersion(): number
  enabled(): readonly Usable[]
}

export function createPlugins(deps: PluginsDeps): KernelPlugins {
  let stored: ReadonlyMap<string, StoredPlugin> = new Map()
  let version = 1
  let turn: Promise<unknown> = Promise.resolve()

  // Two switches at once would see half of each other: one after the other.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work)
    turn = next.catch(() => undefined)
    return next
  }

  const isOn = ({ manifest, id }: Usable) => {
    if (stored.get(id)?.quarantined_reason) return false
    return !manifest.removable || (stored.get(id)?.enabled ?? manifest.defaultEnabled)
  }

  function find(id: string): Usable {
    const entry = deps.catalogue().find((each) => each.id === id)
    if (!entry) throw pluginFailure('PLUGIN_UNKNOWN', { id })
    if (!isUsable(entry))
      throw pluginFailure('PLUGIN_FAILED', { id, reason: entry.problem ?? 'its manifest is not usable' })
    return entry
  }

  async function apply(): Promise<readonly string[]> {
    stored = await deps.states.all()
    version = await deps.states.planVersion()
    const usable = deps.catalogue().filter(isUsable)
    const changed = await deps.host.settle(usable.filter(isOn))
    for (const entry of deps.catalogue()) markIdle(entry)
    return changed
  }

  function markIdle(entry: CatalogueEntry) {
    if (deps.host.isRunning(entry.id)) return
    const quarantined = stored.get(entry.id)?.quarantined_reason
    if (!isUsable(entry)) deps.host.stand(entry.id, 'failed', entry.problem)
    else if (quarantined) deps.host.stand(entry.id, 'quarantined', quarantined)
    else if (!isOn(entry)) deps.host.stand(entry.id, stored.has(entry.id) ? 'suspended' : 'installed')
  }

  const record = (action: string, target: string, actor: string | null, after?: unknown) =>
    deps.audit.write(deps.orm, { actor, action, target, ...(after === undefined ? {} : { after }) })

  async function setEnabled(ids: readonly string[], enabled: boolean, actor: string | null) {
    for (const id of ids) {
      await deps.states.setEnabled(id, enabled)
      await record(enabled ? 'plugins:enabled' : 'plugins:disabled', id, actor)
    }
    await apply()
    await deps.notices.send({ kind: 'plugins' })
  }

  deps.notices.on(({ kind }) => {
    if (kind === 'plugins' || kind === 'reconnected') inTurn(apply).catch(() => undefined)
  })

  function row(entry: CatalogueEntry): PluginRow {
    const { manifest, id } = entry
    const { state, reason } = deps.host.standing(id)
    const faults = deps.gate.faults(id)
    const running = deps.host.find(id)
    return {
      id,
      title: manifest ? deps.messages.label(id, manifest.title) : id,
      description: manifest ? deps.messages.label(id, manifest.description) : '',
      version: manifest?.version ?? '',
      publisher: manifest?.publisher ?? null,
      icon: manifest?.icon ?? null,
      kind: manifest?.kind ?? 'plugin',
      removable: manifest?.removable ?? true,
      enabled: isUsable(entry) && isOn(entry),
      state,
      reason,
      lastError: faults.at(-1) ? String(faults.at(-1)?.error) : null,
      startedInMs: running ? Math.round(running.startedInMs) : null,
      dependencies: Object.keys(manifest?.dependencies ?? {}),
      dependants: deps.host.dependantsOf(id),
      capabilities: manifest?.capabilities ?? [],
      permissions: manifest?.permissions.defines ?? [],
      settings: manifest?.settings ?? null,
      faults: faults.length,
    }
  }

  return {
    sync: () => inTurn(apply),
    planVersion: () => version,
    enabled: () =>
      deps
        .catalogue()
        .filter(isUsable)
        .filter(({ id }) => deps.host.isRunning(id)),
    list: async () => deps.catalogue().map(row),
    enable: (id, actor) =>
      inTurn(async () => {
        const { manifest } = find(id)
        const missing = Object.keys(manifest.dependencies).filter((each) => !deps.host.isRunning(each))
        if (missing.length > 0) throw pluginFailure('PLUGIN_DEPENDENCY', { id, needs: missing.join(', ') })
        await setEnabled([id], true, actor)
        const { state, reason } = deps.host.standing(id)
        if (state !== 'active') throw pluginFailure('PLUGIN_FAILED', { id, reason: reason ?? state })
      }),
    disable: (id, actor, withDependants = false) =>
      inTurn(async () => {
        if (!find(id).manifest.removable) throw pluginFailure('PLUGIN_NOT_REMOVABLE', { id })
        const dependants = deps.host.dependantsOf(id)
        const fixed = dependants.filter((each) => !find(each).manifest.removable)
        if (fixed.length > 0) throw pluginFailure('PLUGIN_NOT_REMOVABLE', { id: fixed.join(', ') })
        if (dependants.length > 0 && !withDependants)
          throw pluginFailure('PLUGIN_DEPENDANTS', { id, dependants: dependants.join(', ') })
        await setEnabled([...dependants, id], false, actor)
      }),
    async readConfig(id) {
      const { manifest } = find(id)
      const values = (await deps.states.all()).get(id)?.config ?? {}
      const secret = secretKeys(manifest)
      return Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, secret.has(key) ? null : value]),
      )
    },
    async writeConfig(id, values, actor) {
      const entry = find(id)
      const before = (await deps.states.all()).get(id)?.config ?? {}
      const stored = configToStore(entry.manifest, deps.secrets, { before, values })
      await deps.states.writeConfig(id, stored, isOn(entry))
      await record('plugins:configured', id, actor, { keys: Object.keys(values) })
      await deps.notices.send({ kind: 'plugins' })
    },
  }
}
