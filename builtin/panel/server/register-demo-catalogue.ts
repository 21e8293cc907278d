import { panelConnected } from '@spawnpoint/contracts/panel'
import type { ServerHost } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { offerDemoCatalogue, type DemoCatalogueUses } from './offer-demo-catalogue.ts'
import { retireDemoCatalogue } from './retire-demo-catalogue.ts'

export const demoCatalogue = 'demo-catalogue'

/** The demonstration's catalogue, which comes without a panel and goes with the first one. */
export const registerDemoCatalogue = (uses: DemoCatalogueUses, host: ServerHost): void => {
  host.job(demoCatalogue, { payload: z.object({}) }, async () => {
    await offerDemoCatalogue(uses)
    await retireDemoCatalogue(uses)
  })
  host.on(panelConnected, () => retireDemoCatalogue(uses))
}
