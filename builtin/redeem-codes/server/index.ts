import { Ledger } from '@spawnpoint/contracts/coins'
import { RedeemCodes } from '@spawnpoint/contracts/redeem-codes'
import { serveResource } from '@spawnpoint/sdk/resource/server'
import {
  Clock,
  Database,
  defineJob,
  definePluginServer,
  Events,
  provide,
  Settings,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import manifest from '../manifest.ts'
import { redeemCodesExport } from './export.ts'
import { redeemCodes } from '../resource.ts'
import { handleCreateBatch } from './create-batch.ts'
import { createRedeemCodes } from './create-redeem-codes.ts'
import { economyPart } from './economy-part.ts'
import { handleListUses } from './list-uses.ts'
import { readToday } from './read-today.ts'
import { turnTheDay } from './redemption-queries.ts'
import { statusOf } from './status-of.ts'

const calendar = { clock: Clock, settings: Settings }

const served = serveResource(redeemCodes, calendar, (services) => ({
  async beforeWrite({ before, values }) {
    const { enabled = false, uses = 0, expiresOn = null } = { ...before, ...values }
    return { ...values, status: statusOf({ enabled, uses, expiresOn }, readToday(services)) }
  },
}))

const everyFiveMinutes = { payload: z.object({}), schedule: '*/5 * * * *' }
const day = defineJob('day', everyFiveMinutes, { db: Database, ...calendar }, ({ db, ...services }) =>
  turnTheDay(db.orm, readToday(services)),
)

export default definePluginServer(manifest, {
  provides: [
    redeemCodesExport,
    provide(RedeemCodes, { db: Database, ledger: Ledger, events: Events, ...calendar }, createRedeemCodes),
    economyPart,
  ],
  resources: [served],
  endpoints: [handleListUses, handleCreateBatch],
  jobs: [day],
})
