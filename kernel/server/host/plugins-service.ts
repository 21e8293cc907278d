import type { AuditService, Db, InstanceSafeMode, PluginRow, PluginsService } from '@spawnpoint/sdk/server'
import type { Gate } from '../../common/hooks/gate.ts'
import type { Messages } from '../http/messages.ts'
import type { Notices } from '../services/notices.ts'
import { isUsable, type CatalogueEntry, type UsableEntry } from './catalogue.ts'
import type { OperatorChoice, PackagedPlugins, PluginControl } from './packaged-plugins.ts'
import type { PluginHost } from './plugin-host.ts'
import { leftoverRow, pluginRow } from './plugin-row.ts'
import { pluginFailure, type PluginStates, type StoredPlugin, type Switch } from './plugin-states.ts'
import { missingDependencies } from './start-order.ts'

export interface PluginsDeps {
  readonly host: PluginHost
  readonly states: PluginStates
  readonly gate: Gate
  readonly notices: Notices
  readonly messages: Messages
  readonly audit: AuditService
  readonly orm: Db
  readonly packaged: PackagedPlugins
}

export interface KernelPlugins extends PluginsService {
  /** Brings this process in line with the stored states, for the first time; returns what changed. */
  sync(): Promise<readonly string[]>
  planVersion(): number
  enabled(): readonly UsableEntry[]
  choiceOf(id: string): OperatorChoice
}

const nobody = () => false

export function createPlugins(deps: PluginsDeps): KernelPlugins {
  const { host, states, packaged } = deps
  const { catalogue, safeMode, configs } = packaged
  let stored: ReadonlyMap<string, StoredPlugin> = new Map()
  let mode: InstanceSafeMode | null = null
  let version = 1
  let upcoming = 1
  let turn: Promise<unknown> = Promise.resolve()
  const failedStarts = packaged.createFailedStarts(host)

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work)
    turn = next.catch(() => undefined)
    return next
  }

  const isOn = ({ manifest, id, source }: UsableEntry) => {
    if (stored.get(id)?.quarantined_reason) return false
    if (mode && source !== 'builtin') return false
    // Installed packages are enabled manually.
    const otherwise = manifest.defaultEnabled && source !== 'package'
    return !manifest.removable || (stored.get(id)?.enabled ?? otherwise)
  }

  function find(id: string): UsableEntry {
    const entry = catalogue.find(id)
    if (!entry) throw pluginFailure('PLUGIN_UNKNOWN', { id })
    if (!isUsable(entry))
      throw pluginFailure('PLUGIN_FAILED', { id, reason: entry.problem ?? 'its manifest is not usable' })
    return entry
  }

  async function read() {
    ;[stored, mode, upcoming] = await Promise.all([
      states.all(),
      safeMode.read(),
      states.planVersion(),
      catalogue.refresh(),
    ])
  }

  async function apply(counted: (id: string) => boolean = nobody): Promise<readonly string[]> {
    await read()
    const wanted = catalogue.all().filter(isUsable).filter(isOn)
    const hopeful = wanted.filter((entry) => !failedStarts.isHopeless(entry, stored.get(entry.id)))
    const tried = hopeful.filter(({ id }) => !host.isRunning(id))
    const changed = await host.settle(hopeful)
    if (await failedStarts.settle(tried, stored, counted)) await read()
    for (const entry of catalogue.all()) markIdle(entry)
    // Only now does it stand for what runs: a page made a moment ago is remembered under the one before.
    version = upcoming
    return changed
  }

  function markIdle(entry: CatalogueEntry) {
    if (host.isRunning(entry.id)) return
    const quarantined = stored.get(entry.id)?.quarantined_reason
    if (!isUsable(entry)) host.stand(entry.id, 'failed', entry.problem)
    else if (quarantined) host.stand(entry.id, 'quarantined', quarantined)
    else if (isOn(entry)) return
    else if (mode && entry.source !== 'builtin')
      host.stand(entry.id, 'suspended', 'safe mode: the product failed to start with run-time plugins')
    else host.stand(entry.id, stored.has(entry.id) ? 'suspended' : 'installed')
  }

  const record = (action: string, target: string, actor: string | null, after?: unknown) =>
    deps.audit.write(deps.orm, { actor, action, target, ...(after === undefined ? {} : { after }) })

  const announce = () => deps.notices.send({ kind: 'plugins' })

  async function setEnabled(change: Switch) {
    await states.setEnabled(change)
    await apply((id) => change.enabled && change.ids.includes(id))
    // Answers that this process remembers from before the change are outdated only now.
    await announce()
  }

  async function switchOff(id: string, actor: string | null, withDependants: boolean) {
    if (!find(id).manifest.removable) throw pluginFailure('PLUGIN_NOT_REMOVABLE', { id })
    const dependants = host.dependantsOf(id)
    const fixed = dependants.filter((each) => !find(each).manifest.removable)
    if (fixed.length > 0) throw pluginFailure('PLUGIN_NOT_REMOVABLE', { id: fixed.join(', ') })
    if (dependants.length > 0 && !withDependants)
      throw pluginFailure('PLUGIN_DEPENDANTS', { id, dependants: dependants.join(', ') })
    await setEnabled({ ids: [...dependants, id], enabled: false, actor })
  }

  async function switchOn(id: string, actor: string | null) {
    const { manifest } = find(id)
    const running = host.running().map(({ candidate }) => candidate)
    const missing = missingDependencies(manifest, running)
    if (missing.length > 0) throw pluginFailure('PLUGIN_DEPENDENCY', { id, needs: missing.join(', ') })
    await setEnabled({ ids: [id], enabled: true, actor })
    const { state, reason } = host.standing(id)
    if (state !== 'active') throw pluginFailure('PLUGIN_FAILED', { id, reason: reason ?? state })
  }

  function list(): readonly PluginRow[] {
    const entries = catalogue.all()
    const here = new Set(entries.map(({ id }) => id))
    const left = [...stored.values()].flatMap(({ id, leftover }) =>
      leftover && !here.has(id) ? [leftoverRow(id, leftover)] : [],
    )
    return [...entries.map((each) => pluginRow(each, isUsable(each) && isOn(each), deps)), ...left]
  }

  async function findRow(id: string): Promise<PluginRow> {
    const row = list().find((each) => each.id === id)
    if (!row) throw pluginFailure('PLUGIN_UNKNOWN', { id })
    return row
  }

  deps.notices.on(({ kind }) => {
    if (kind === 'plugins' || kind === 'reconnected') inTurn(() => apply()).catch(() => undefined)
  })

  const control: PluginControl = {
    inTurn,
    apply: async () => void (await apply()),
    announce,
    isRunning: host.isRunning,
    whyNot(id) {
      const entry = catalogue.find(id)
      if (host.isRunning(id) || (entry && isUsable(entry) && !isOn(entry))) return null
      const { state, reason } = host.standing(id)
      return reason ?? state
    },
    switchOff,
  }

  return {
    packages: packaged.serve(control, findRow),
    sync: () => inTurn(() => apply(() => true)),
    planVersion: () => version,
    enabled: () =>
      catalogue
        .all()
        .filter(isUsable)
        .filter(({ id }) => host.isRunning(id)),
    choiceOf: (id) => ({
      isolated: catalogue.find(id)?.installed?.isolated ?? false,
      config: stored.get(id)?.config ?? {},
    }),
    safeMode: () => mode,
    leaveSafeMode: (actor) =>
      inTurn(async () => {
        await safeMode.leave()
        await states.raisePlan()
        await record('plugins:safe-mode-left', 'plugins', actor)
        await apply()
        await announce()
      }),
    list: () => packaged.describe(list()),
    enable: (id, actor) => inTurn(() => switchOn(id, actor)),
    disable: (id, actor, withDependants = false) => inTurn(() => switchOff(id, actor, withDependants)),
    async readConfig(id) {
      const { manifest } = find(id)
      const values = (await states.all()).get(id)?.config ?? {}
      return configs.read(manifest, values)
    },
    async writeConfig(id, values, actor) {
      const entry = find(id)
      const before = (await states.all()).get(id)?.config ?? {}
      const next = configs.toStore(entry.manifest, { before, values })
      await states.writeConfig(id, next, isOn(entry))
      await record('plugins:configured', id, actor, { keys: Object.keys(values) })
      await announce()
    },
  }
}
