import { panelConnected } from '@spawnpoint/contracts/panel'
import { userBanned, userErased } from '@spawnpoint/contracts/users'
import { defineJob, listen } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { runBulk } from './bulk.ts'
import { changeOnPanel } from './change-server.ts'
import { EGG_RULES, findEggTroubles } from './check-eggs.ts'
import { deleteOnPanel, markDeleting } from './delete-server.ts'
import { readLookBackPage, startLookBack } from './look-back.ts'
import { lookAtServer } from './panel-state.ts'
import { sampleUsage } from './sample-usage.ts'
import { sweepTasks } from './panel-tasks.ts'
import { deleteGrantsOf } from './plugin-grant-queries.ts'
import { runRenewals } from './run-renewals.ts'
import { listServersOf } from './server-queries.ts'
import { serverUses, type ServerUses } from './server-uses.ts'
import { suspendOnPanel, suspendServersOf } from './suspend-server.ts'
import { transferOnPanel } from './transfer-server.ts'

const nothing = z.object({})
const ofServer = z.object({ server: z.uuid() })
const ofPage = z.object({ startedAt: z.iso.datetime(), page: z.number().int().min(1) })
// A page, and after the last one the servers that no page had, each with its own call.
const pageMs = 120_000
const renewalsMs = 900_000
// Calls begin within 50 seconds, and each may take the longest time-out.
const samplingMs = 180_000

const deleteServersOf = (uses: ServerUses, owner: string) =>
  uses.db.orm.transaction(async (tx) => {
    for (const row of await listServersOf(tx, owner))
      if (row.status !== 'deleting') await markDeleting(uses, tx, row)
    await deleteGrantsOf(tx, owner)
  })

export const serverJobs = [
  defineJob('change', { payload: ofServer }, serverUses, ({ payload, ...services }) =>
    changeOnPanel(services, payload.server),
  ),
  defineJob('delete', { payload: ofServer }, serverUses, ({ payload, ...services }) =>
    deleteOnPanel(services, payload.server),
  ),
  defineJob('suspension', { payload: ofServer }, serverUses, ({ payload, ...services }) =>
    suspendOnPanel(services, payload.server),
  ),
  defineJob('transfer', { payload: ofServer }, serverUses, ({ payload, ...services }) =>
    transferOnPanel(services, payload.server),
  ),
  defineJob('bulk', { payload: z.object({ bulk: z.uuid() }) }, serverUses, ({ payload, ...services }) =>
    runBulk(services, payload.bulk),
  ),
  defineJob('sweep', { payload: nothing, schedule: '* * * * *' }, serverUses, sweepTasks),
  defineJob(
    'look',
    { payload: ofServer.extend({ waitMs: z.number() }) },
    serverUses,
    ({ payload, ...services }) => lookAtServer(services, payload.server, payload.waitMs),
  ),
  defineJob(
    'renewals',
    { payload: nothing, schedule: '7 * * * *', timeoutMs: renewalsMs },
    serverUses,
    ({ signal, ...services }) => runRenewals(services, signal),
  ),
  defineJob(
    'usage',
    { payload: nothing, schedule: '* * * * *', timeoutMs: samplingMs },
    serverUses,
    ({ signal, ...services }) => sampleUsage(services, signal),
  ),
  defineJob(EGG_RULES, { payload: nothing, schedule: '23 * * * *' }, serverUses, findEggTroubles),
  defineJob('look-back', { payload: nothing, schedule: '*/10 * * * *' }, serverUses, startLookBack),
  defineJob(
    'look-back-page',
    { payload: ofPage, timeoutMs: pageMs },
    serverUses,
    ({ payload, ...services }) => readLookBackPage(services, new Date(payload.startedAt), payload.page),
  ),
]

export const serverListeners = [
  listen(panelConnected, serverUses, async (services) => {
    await startLookBack(services)
    await services.jobs.add(EGG_RULES, {}, { key: EGG_RULES })
  }),
  listen(userBanned, serverUses, ({ payload, ...services }) => suspendServersOf(services, payload.id)),
  listen(userErased, serverUses, ({ payload, ...services }) => deleteServersOf(services, payload.id)),
]
