import { Panel, PanelConsoles, panelConnected, panelSettings } from '@spawnpoint/contracts/panel'
import {
  Database,
  defineJob,
  definePluginServer,
  Events,
  Instance,
  Jobs,
  listen,
  Log,
  ProcessMessages,
  provide,
  Settings,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import manifest from '../manifest.ts'
import { checkPanel } from './check-panel.ts'
import { createConsoles } from './console/consoles.ts'
import { shareGameStates } from './console/shared-states.ts'
import { ConnectedPanel, createConnectedPanel } from './connected-panel.ts'
import { provideEggRules } from './egg-rules.ts'
import { createDemoPanel, DemoPace, DemoPanelHolder } from './demo-panel.ts'
import { handlePanelStatus } from './handle-panel-status.ts'
import { handleTestPanel } from './handle-test-panel.ts'
import { catalogueUses, offerDemoCatalogue } from './offer-demo-catalogue.ts'
import { panelMetrics } from './panel-metrics.ts'
import { retireDemoCatalogue } from './retire-demo-catalogue.ts'

const DEMO_CATALOGUE = 'demo-catalogue'

/** The demonstration's catalogue, which comes without a panel and goes with the first one. */
const demoCatalogue = defineJob(
  DEMO_CATALOGUE,
  { payload: z.object({}) },
  catalogueUses,
  async (services) => {
    await offerDemoCatalogue(services)
    await retireDemoCatalogue(services)
  },
)

const connectedUses = { db: Database, settings: Settings, events: Events, log: Log, demo: DemoPanelHolder }

export default definePluginServer(manifest, {
  settings: panelSettings,
  internal: [
    provide(DemoPanelHolder, { instance: Instance }, (services, host) => {
      const demo = createDemoPanel(services)
      host.onDispose(() => demo.close())
      return demo
    }),
    provide(ConnectedPanel, connectedUses, async (services, host) => {
      const connected = createConnectedPanel(services)
      host.onDispose(connected.dispose)
      await connected.settle()
      return connected
    }),
  ],
  provides: [
    provide(Panel, { connected: ConnectedPanel }, ({ connected }) => connected.service),
    provide(
      PanelConsoles,
      { connected: ConnectedPanel, settings: Settings, messages: ProcessMessages, log: Log },
      ({ connected, settings, messages, log }, host) => {
        const consoles = createConsoles({
          current: connected.service.current,
          available: connected.hasClientKey,
          callsPerMinute: () => settings.read(panelSettings).panel_calls_per_minute,
          announce: (panelId, state) => shared.announce(panelId, state),
        })
        const shared = shareGameStates({ messages, log, hear: consoles.hear })
        host.onDispose(shared.stop)
        host.onDispose(consoles.dispose)
        return consoles.service
      },
    ),
    provideEggRules,
    panelMetrics,
    provide(DemoPace, { demo: DemoPanelHolder }, ({ demo }) => demo),
  ],
  endpoints: [handleTestPanel, handlePanelStatus],
  jobs: [demoCatalogue],
  listeners: [listen(panelConnected, catalogueUses, retireDemoCatalogue)],
  uses: { connected: ConnectedPanel, jobs: Jobs },
  async setup({ connected, jobs }, host) {
    host.health('panel', () => checkPanel(connected))
    // As a job it runs once all plugins stand, those of the catalogue among them.
    await jobs.add(DEMO_CATALOGUE, {}, { key: DEMO_CATALOGUE })
  },
})
