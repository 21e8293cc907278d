import { antiAbuseSettings, EarningHolds } from '@spawnpoint/contracts/anti-abuse'
import { registered } from '@spawnpoint/contracts/auth'
import { userErased } from '@spawnpoint/contracts/users'
import {
  Clock,
  Database,
  defineJob,
  definePluginServer,
  Jobs,
  listen,
  provide,
  Settings,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import manifest from '../manifest.ts'
import { antiAbuseExport } from './export.ts'
import { createEarningHolds, holdUses } from './create-earning-holds.ts'
import { noteRegistration, traceUses } from './find-signs.ts'
import { handleAppealHold, handleListOwnHolds, handleSaveDevice } from './handle-customer-calls.ts'
import { handleDecideHold } from './handle-decide-hold.ts'
import {
  handleCountHolds,
  handleListHolds,
  handleReadNetworks,
  handleReplaceNetworks,
} from './handle-staff-calls.ts'
import { handleListRelated } from './list-related.ts'
import { forgetHolds } from './hold-queries.ts'
import { NETWORKS_JOB, readNetworksJob } from './read-provider-list.ts'
import { forgetOld, forgetTraces } from './trace-queries.ts'

const DAY = 86_400_000
const daily = { payload: z.object({}), schedule: '27 3 * * *', prunes: true }

const cleanUpUses = { clock: Clock, db: Database, settings: Settings }
const cleanUpJob = defineJob('clean-up', daily, cleanUpUses, ({ clock, db, settings }) => {
  const days = settings.read(antiAbuseSettings).anti_abuse_keep_days
  return forgetOld(db.orm, new Date(clock.now().getTime() - days * DAY))
})

const noteAccount = listen(registered, traceUses, async ({ payload, ...services }) => {
  if (services.settings.read(antiAbuseSettings).firewall_block_alts)
    await noteRegistration(services, payload.user)
})

const forgetUser = listen(userErased, { clock: Clock, db: Database }, async ({ payload, clock, db }) => {
  await forgetHolds(db.orm, payload.id, clock.now())
  await forgetTraces(db.orm, payload.id)
})

export default definePluginServer(manifest, {
  settings: antiAbuseSettings,
  provides: [antiAbuseExport, provide(EarningHolds, holdUses, createEarningHolds)],
  endpoints: [
    handleListOwnHolds,
    handleAppealHold,
    handleSaveDevice,
    handleListHolds,
    handleCountHolds,
    handleDecideHold,
    handleReadNetworks,
    handleReplaceNetworks,
    handleListRelated,
  ],
  jobs: [readNetworksJob, cleanUpJob],
  listeners: [noteAccount, forgetUser],
  uses: { jobs: Jobs, settings: Settings },
  setup({ jobs, settings }, host) {
    host.onDispose(
      settings.onChange((keys) => {
        // A failed start of the job is made up by the daily run.
        if (keys.includes('anti_abuse_network_list_url'))
          jobs.add(NETWORKS_JOB, {}, { key: 'changed' }).catch(() => undefined)
      }),
    )
  },
})
