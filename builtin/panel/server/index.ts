import { EggCategories } from '@spawnpoint/contracts/egg-categories'
import { Eggs } from '@spawnpoint/contracts/eggs'
import { Locations } from '@spawnpoint/contracts/locations'
import { Panel, panelSettings } from '@spawnpoint/contracts/panel'
import { optional } from '@spawnpoint/sdk/common'
import * as kernel from '@spawnpoint/sdk/server'
import { createConnectedPanel } from './connected-panel.ts'
import { createDemoPanel } from './demo-panel.ts'
import { registerEndpoints } from './register-endpoints.ts'
import { demoCatalogue, registerDemoCatalogue } from './register-demo-catalogue.ts'

export default kernel.defineServerPart({
  uses: {
    db: kernel.Database,
    settings: kernel.Settings,
    events: kernel.Events,
    jobs: kernel.Jobs,
    log: kernel.Log,
    instance: kernel.Instance,
    sessions: kernel.Sessions,
    locations: optional(Locations),
    categories: optional(EggCategories),
    eggs: optional(Eggs),
  },
  provides: Panel,
  settings: panelSettings,
  async setup({ db, settings, events, jobs, log, instance, sessions, ...catalogue }, host) {
    const demo = createDemoPanel(instance.dataDir)
    const connected = createConnectedPanel({ db, settings, events, log, demo })
    await connected.settle()
    host.onDispose(() => demo.close())
    host.onDispose(connected.dispose)
    registerEndpoints({ db, settings, demo, connected, sessions, locations: catalogue.locations }, host)
    registerDemoCatalogue({ db, panel: connected.service, log, ...catalogue }, host)
    // As a job it runs once all plugins stand, those of the catalogue among them.
    await jobs.add(demoCatalogue, {}, { key: demoCatalogue })
    return connected.service
  },
})
