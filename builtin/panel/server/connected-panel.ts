import {
  panelConnected,
  panelKeyRefused,
  panelSettings,
  type PanelService,
} from '@spawnpoint/contracts/panel'
import type { DatabaseService, EventsService, LogService, SettingsService } from '@spawnpoint/sdk/server'
import type { Panel } from '../contract/panel.ts'
import type { DemoPanelHolder } from './demo-panel.ts'
import { createPanelClient } from './panel-client.ts'

type Uses = {
  db: DatabaseService
  settings: SettingsService
  events: EventsService
  log: LogService
  demo: DemoPanelHolder
}

/** The client of the panel that the settings name, made anew whenever they change. */
export const createConnectedPanel = ({ db, settings, events, log, demo }: Uses) => {
  let client: Promise<Panel> | null = null
  let keyRefused = false
  const read = () => settings.read(panelSettings)
  const isDemo = () => read().pterodactyl_base_url === '' || read().pterodactyl_api_key === ''

  const tell = (refused: boolean) => {
    const event = refused
      ? events.emit(db.orm, panelKeyRefused, { url: read().pterodactyl_base_url })
      : events.emit(db.orm, panelConnected, { demo: isDemo() })
    // Those who wait look again by themselves within minutes: a lost hint must not fail the call that gave it.
    event.catch((error: unknown) => log.warn({ err: error }, 'a hint about the panel was not written'))
  }

  const noteKey = (made: Promise<Panel>) => (refused: boolean) => {
    // A call of the former client may end late; what it learnt is no news.
    if (client !== made || keyRefused === refused) return
    keyRefused = refused
    if (refused) log.error({}, 'the game panel refuses its API key: building is paused')
    tell(refused)
  }

  const make = async (note: (refused: boolean) => void): Promise<Panel> => {
    const values = read()
    const { url, apiKey } = isDemo()
      ? await demo.get()
      : { url: values.pterodactyl_base_url, apiKey: values.pterodactyl_api_key }
    return createPanelClient({
      baseUrl: url,
      apiKey,
      dialect: isDemo() ? 'pterodactyl' : values.panel_dialect,
      timeoutMs: values.panel_timeout_seconds * 1000,
      onKeyRefused: note,
    })
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
    tell(false)
  })

  const service: PanelService = {
    current: () => (client ??= connect()),
    isDemo,
  }
  return { service, isKeyRefused: () => keyRefused, dispose: undo }
}

export type ConnectedPanel = ReturnType<typeof createConnectedPanel>
