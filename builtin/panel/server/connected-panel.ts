import {
  panelConnected,
  panelKeyRefused,
  panelSettings,
  type PanelService,
} from '@spawnpoint/contracts/panel'
import { defineService } from '@spawnpoint/sdk/common'
import type { DatabaseService, EventsService, LogService, SettingsService } from '@spawnpoint/sdk/server'
import { createHash } from 'node:crypto'
import type { PanelMode } from '../contract/endpoints.ts'
import type { Panel } from '../contract/panel.ts'
import { PanelError } from '../contract/panel-error.ts'
import { createCallCounts, type CallCounts } from './call-counts.ts'
import type { DemoPanelHolder } from './demo-panel.ts'
import { createPanelClient } from './panel-client.ts'
import { createRealBuilds } from './real-builds.ts'
import { createSharedTurns } from './shared-turns.ts'

type Uses = {
  db: DatabaseService
  settings: SettingsService
  events: EventsService
  log: LogService
  demo: DemoPanelHolder
}

const readSettings = (settings: SettingsService) => settings.read(panelSettings)

interface PanelState {
  readonly counts: CallCounts
  readonly realBuilds: ReturnType<typeof createRealBuilds>
  read(): ReturnType<typeof readSettings>
  mode(): PanelMode
}

/** Tells the product what became of the connection. */
const createNotify = ({ db, events, log }: Uses, { realBuilds, read, mode }: PanelState) => {
  const announce = async (refused: boolean) => {
    await realBuilds.settle()
    if (refused) await events.emit(db.orm, panelKeyRefused, { url: read().pterodactyl_base_url })
    else if (mode() !== 'none') await events.emit(db.orm, panelConnected, { demo: mode() === 'demo' })
  }

  return (refused: boolean) => {
    // Waiting tasks are tried again within minutes anyway: a lost event must not fail the call that caused it.
    announce(refused).catch((error: unknown) =>
      log.warn({ err: error }, 'an event of the panel was not written'),
    )
  }
}

/** The client of a real panel; its first build is noted, so that no demonstration panel takes its place. */
const connectReal = (
  { db }: Pick<Uses, 'db'>,
  { realBuilds, read, counts }: PanelState,
  note: (refused: boolean) => void,
): Panel => {
  const values = read()
  const { pterodactyl_base_url: url, pterodactyl_api_key: key, pterodactyl_client_key: clientKey } = values
  const which = createHash('sha256')
    .update(JSON.stringify([url, key, clientKey]))
    .digest('base64url')
  const panel = createPanelClient({
    baseUrl: url,
    apiKey: key,
    clientKey,
    dialect: values.panel_dialect,
    timeoutMs: values.panel_timeout_seconds * 1000,
    budgetPerMinute: values.panel_calls_per_minute,
    sharedTurns: (area) => createSharedTurns({ db, area, panel: which }),
    counts,
    onKeyRefused: note,
  })
  return {
    ...panel,
    async createServer(server) {
      await realBuilds.note()
      return panel.createServer(server)
    },
  }
}

/** The client of the demonstration panel, which brings its own keys. */
async function connectDemo(
  demo: DemoPanelHolder,
  counts: CallCounts,
  onKeyRefused: (refused: boolean) => void,
): Promise<Panel> {
  const { url: baseUrl, apiKey, clientKey } = await demo.get()
  return createPanelClient({ baseUrl, apiKey, clientKey, dialect: 'pterodactyl', counts, onKeyRefused })
}

/** A demonstration stands in as long as nothing is set up and nothing was ever built on a real panel. */
const createMode = (read: PanelState['read'], realBuilds: PanelState['realBuilds']) => (): PanelMode => {
  const { pterodactyl_base_url: url, pterodactyl_api_key: key } = read()
  if (url !== '' && key !== '') return 'connected'
  return url === '' && key === '' && realBuilds.never() ? 'demo' : 'none'
}

/** Notes a server that was built by another system and is taken over from the panel. */
const createKeepReal =
  ({ mode, realBuilds }: PanelState) =>
  async () => {
    if (mode() === 'connected') await realBuilds.note()
  }

/** Only the key of the panel in use; the demonstration panel brings its own. */
const createHasClientKey =
  ({ mode, read }: PanelState) =>
  () =>
    mode() === 'demo' || (mode() === 'connected' && read().pterodactyl_client_key !== '')

/** The client of the panel that the settings name, made anew whenever they change. */
export const createConnectedPanel = (uses: Uses) => {
  const { db, settings, log, demo } = uses
  let client: Promise<Panel> | null = null
  let keyRefused = false
  const read = () => readSettings(settings)
  const realBuilds = createRealBuilds(db)

  const mode = createMode(read, realBuilds)
  const counts = createCallCounts()
  const state: PanelState = { counts, realBuilds, read, mode }
  const notify = createNotify(uses, state)

  const noteKey = (made: Promise<Panel>) => (refused: boolean) => {
    // A call of the former client may end late; what it learnt is no news.
    if (client !== made || keyRefused === refused) return
    keyRefused = refused
    if (refused) log.error({}, 'the game panel refuses its API key: building is paused')
    notify(refused)
  }

  const make = async (note: (refused: boolean) => void): Promise<Panel> => {
    await realBuilds.settle()
    if (mode() === 'connected') return connectReal(uses, state, note)
    if (mode() === 'none')
      throw new PanelError('unavailable', { detail: 'No game panel is connected.', code: 'NO_PANEL' })
    return connectDemo(demo, counts, note)
  }

  const connect = () => {
    const made: Promise<Panel> = make((refused) => noteKey(made)(refused)).catch((error: unknown) => {
      if (client === made) client = null
      throw error
    })
    return made
  }

  const undo = settings.onChange((keys) => {
    if (!keys.some((key) => Object.hasOwn(panelSettings, key))) return
    client = null
    keyRefused = false
    realBuilds.forget()
    notify(false)
  })

  const service: PanelService = {
    current: () => (client ??= connect()),
    mode,
    keepReal: createKeepReal(state),
  }
  return {
    service,
    counts,
    hasClientKey: createHasClientKey(state),
    isKeyRefused: () => keyRefused,
    settle: realBuilds.settle,
    dispose: undo,
  }
}

export type ConnectedPanel = ReturnType<typeof createConnectedPanel>

export const ConnectedPanel = defineService<ConnectedPanel>('panel.connected-panel')
