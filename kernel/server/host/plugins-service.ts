import type { AuditService, Db, PluginRow, PluginsService } from '@spawnpoint/sdk/server'
import { createTurns } from '../../../sdk/common/turns.ts'
import type { Gate } from '../../common/hooks/gate.ts'
import type { Messages } from '../http/messages.ts'
import type { Notices } from '../services/notices.ts'
import { isUsable, type CatalogueEntry, type UsableEntry } from './catalogue.ts'
import type { PackagedPlugins, PluginControl } from './packaged-plugins.ts'
import type { PluginHost } from './plugin-host.ts'
import { pluginRow } from './plugin-row.ts'
import { pluginFailure, type PluginStates, type StoredPlugin, type Switch } from './plugin-states.ts'
import type { SharedErrors } from './shared-errors.ts'
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
  readonly errors: Pick<SharedErrors, 'ofOthers'>
}

export interface KernelPlugins extends PluginsService {
  /** Brings this process in line with the stored states, for the first time; returns what changed. */
  sync(): Promise<readonly string[]>
  planVersion(): number
  enabled(): readonly UsableEntry[]
}

const nobody = () => false

/** Keeps what runs in this process in line with the stored states. */
function createSync({ host, states, packaged }: PluginsDeps) {
  const { catalogue } = packaged
  let stored: ReadonlyMap<string, StoredPlugin> = new Map()
  let version = 1
  let upcoming = 1
  // Changes that this process was notified of, and how many of them it has read.
  let noticed = 0
  let known = 0
  const failedStarts = packaged.createFailedStarts(host)

  const isOn = (entry: UsableEntry) => {
    const { manifest, id, source } = entry
    if (stored.get(id)?.quarantined_reason || packaged.whyHeld(entry) !== null) return false
    // Installed packages are enabled manually.
    const otherwise = manifest.defaultEnabled && source !== 'package'
    return !manifest.removable || (stored.get(id)?.enabled ?? otherwise)
  }

  async function read() {
    const before = noticed
    ;[stored, upcoming] = await Promise.all([states.all(), states.planVersion(), packaged.refresh()])
    known = before
  }

  function markIdle(entry: CatalogueEntry) {
    if (host.isRunning(entry.id)) return
    const quarantined = stored.get(entry.id)?.quarantined_reason
    const held = packaged.whyHeld(entry)
    if (!isUsable(entry)) host.stand(entry.id, 'failed', entry.problem)
    else if (quarantined) host.stand(entry.id, 'quarantined', quarantined)
    else if (isOn(entry)) return
    else if (held !== null) host.stand(entry.id, 'suspended', held)
    else host.stand(entry.id, stored.has(entry.id) ? 'suspended' : 'installed')
  }

  return {
    isOn,
    version: () => version,
    isBehind: () => known < noticed,
    notice: () => void (noticed += 1),
    async apply(counted: (id: string) => boolean = nobody): Promise<readonly string[]> {
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
    },
  }
}

interface SwitchDeps extends Pick<PluginsDeps, 'host' | 'states'> {
  get(id: string): UsableEntry
  /** Stored states become what runs, here and in the other processes. */
  apply(counted: (id: string) => boolean): Promise<unknown>
  announce(): Promise<void>
}

/** Switches a plugin on, or off with those that need it. */
function createSwitches({ host, states, get, apply, announce }: SwitchDeps) {
  async function setEnabled(change: Switch) {
    await states.setEnabled(change)
    await apply((id) => change.enabled && change.ids.includes(id))
    // Answers that this process remembers from before the change are outdated only now.
    await announce()
  }
  return {
    async off(id: string, actor: string | null, withDependants: boolean) {
      if (!get(id).manifest.removable) throw pluginFailure('PLUGIN_NOT_REMOVABLE', { id })
      const dependants = host.dependants()(id)
      const fixed = dependants.filter((each) => !get(each).manifest.removable)
      if (fixed.length > 0) throw pluginFailure('PLUGIN_NOT_REMOVABLE', { id: fixed.join(', ') })
      if (dependants.length > 0 && !withDependants)
        throw pluginFailure('PLUGIN_DEPENDANTS', { id, dependants: dependants.join(', ') })
      await setEnabled({ ids: [...dependants, id], enabled: false, actor })
    },
    async on(id: string, actor: string | null) {
      const { manifest } = get(id)
      const running = host.running().map(({ candidate }) => candidate)
      const missing = missingDependencies(manifest, running)
      if (missing.length > 0) throw pluginFailure('PLUGIN_DEPENDENCY', { id, needs: missing.join(', ') })
      await setEnabled({ ids: [id], enabled: true, actor })
      const { state, reason } = host.standing(id)
      if (state !== 'active') throw pluginFailure('PLUGIN_FAILED', { id, reason: reason ?? state })
    },
  }
}

function findUsable({ catalogue }: PackagedPlugins, id: string): UsableEntry {
  const entry = catalogue.find(id)
  if (!entry) throw pluginFailure('PLUGIN_UNKNOWN', { id })
  if (!isUsable(entry))
    throw pluginFailure('PLUGIN_FAILED', { id, reason: entry.problem ?? 'its manifest is not usable' })
  return entry
}

/** Notifies everyone of a change but this process, whose listeners are called before `send` returns. */
function createAnnouncements({ notices }: PluginsDeps, onOthers: () => void) {
  let isAnnouncing = false
  notices.on(({ kind }) => {
    if (!isAnnouncing && (kind === 'plugins' || kind === 'reconnected')) onOthers()
  })
  return (): Promise<void> => {
    isAnnouncing = true
    const sent = notices.send({ kind: 'plugins' })
    isAnnouncing = false
    return sent
  }
}

export function createPlugins(deps: PluginsDeps): KernelPlugins {
  const { host, packaged } = deps
  const { catalogue } = packaged
  const inTurn = createTurns()
  const { apply, isOn, ...sync } = createSync(deps)
  const get = (id: string) => findUsable(packaged, id)
  const announce = createAnnouncements(deps, () => {
    sync.notice()
    inTurn(async () => void (sync.isBehind() && (await apply()))).catch(() => undefined)
  })
  const switches = createSwitches({ ...deps, get, apply, announce })

  const list = async (): Promise<readonly PluginRow[]> => {
    const others = await deps.errors.ofOthers()
    const rowDeps = { ...deps, dependantsOf: host.dependants(), others }
    return packaged.describe(
      catalogue.all().map((each) => pluginRow(each, isUsable(each) && isOn(each), rowDeps)),
    )
  }

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
    switchOff: switches.off,
    get,
    async getRow(id) {
      const row = (await list()).find((each) => each.id === id)
      if (!row) throw pluginFailure('PLUGIN_UNKNOWN', { id })
      return row
    },
    isOn,
    record: (action, target, actor, after) =>
      deps.audit.write(deps.orm, { actor, action, target, ...(after === undefined ? {} : { after }) }),
  }

  return {
    ...packaged.serve(control),
    sync: () => inTurn(() => apply(() => true)),
    planVersion: sync.version,
    enabled: () =>
      catalogue
        .all()
        .filter(isUsable)
        .filter(({ id }) => host.isRunning(id) || host.isExchanged(id)),
    list,
    messages: (id, language) => deps.messages.tree(id, language),
    enable: (id, actor) => inTurn(() => switches.on(id, actor)),
    disable: (id, actor, withDependants = false) => inTurn(() => switches.off(id, actor, withDependants)),
  }
}
