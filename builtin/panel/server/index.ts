import { EggCategories } from '@spawnpoint/contracts/egg-categories'
import { Eggs } from '@spawnpoint/contracts/eggs'
import { Locations } from '@spawnpoint/contracts/locations'
import { Panel, panelConnected, panelSettings } from '@spawnpoint/contracts/panel'
import { optional } from '@spawnpoint/sdk/common'
import * as kernel from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { createConnectedPanel } from './connected-panel.ts'
import { createDemoPanel } from './demo-panel.ts'
import { offerDemoCatalogue } from './offer-demo-catalogue.ts'
import { registerEndpoints } from './register-endpoints.ts'
import { retireDemoCatalogue } from './retire-demo-catalogue.ts'

const demoCatalogue = 'demo-catalogue'

export default kernel.defineServerPart({
  uses: {
    db: kernel.Database,
    settings: kernel.Settings,
    events: kernel.Events,
    jobs: kernel.Jobs,
    log: kernel.Log,
    instance: kernel.Instance,
    locations: optional(Locations),
    categories: optional(EggCategories),
    eggs: optional(Eggs),
  },
  provides: Panel,
  settings: panelSettings,
  async setup({ db, settings, events, jobs, log, instance, ...catalogue }, host) {
    const demo = createDemoPanel(instance.dataDir)
    const connected = createConnectedPanel({ db, settings, events, log, demo })
    const panel = connected.service
    await connected.settle()
    host.onDispose(() => demo.close())
    host.onDispose(connected.dispose)
    registerEndpoints({ db, settings, demo, connected, locations: catalogue.locations }, host)
    const uses = { db, panel, log, ...catalogue }
    host.job(demoCatalogue, { payload: z.object({}) }, async () => {
      await offerDemoCatalogue(uses)
      await retireDemoCatalogue(uses)
    })
    host.on(panelConnected, () => retireDemoCatalogue(uses))
    // As a job it runs once all plugins stand, those of the catalogue among them.
    await jobs.add(demoCatalogue, {}, { key: demoCatalogue })
    return panel
  },
})
