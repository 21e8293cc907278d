import { panelConnected } from '@spawnpoint/contracts/panel'
import { userBanned, userErased } from '@spawnpoint/contracts/users'
import type { ServerHost } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { changeOnPanel } from './change-server.ts'
import { checkServers } from './check-servers.ts'
import { deleteOnPanel, markDeleting } from './delete-server.ts'
import { readLookBackPage, startLookBack } from './look-back.ts'
import { lookAtServer } from './panel-state.ts'
import { sweepTasks } from './panel-tasks.ts'
import { listServersOf } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'
import { suspendOnPanel, suspendServersOf } from './suspend-server.ts'

const ofServer = z.object({ server: z.uuid() })
const ofPage = z.object({ startedAt: z.iso.datetime(), page: z.number().int().min(1) })
// A page, and after the last one the servers that no page had, each with its own call.
const pageMs = 120_000

const deleteServersOf = (uses: ServerUses, owner: string) =>
  uses.db.orm.transaction(async (tx) => {
    for (const row of await listServersOf(tx, owner))
      if (row.status !== 'deleting') await markDeleting(uses, tx, row)
  })

export const registerJobs = (uses: ServerUses, host: ServerHost): void => {
  host.job('change', { payload: ofServer }, ({ server }) => changeOnPanel(uses, server))
  host.job('delete', { payload: ofServer }, ({ server }) => deleteOnPanel(uses, server))
  host.job('suspension', { payload: ofServer }, ({ server }) => suspendOnPanel(uses, server))
  host.job('sweep', { payload: z.object({}), schedule: '* * * * *' }, () => sweepTasks(uses))
  host.job('look', { payload: ofServer.extend({ waitMs: z.number() }) }, ({ server, waitMs }) =>
    lookAtServer(uses, server, waitMs),
  )
  host.job('look-back', { payload: z.object({}), schedule: '*/10 * * * *' }, () => startLookBack(uses))
  host.job('look-back-page', { payload: ofPage, timeoutMs: pageMs }, ({ startedAt, page }) =>
    readLookBackPage(uses, new Date(startedAt), page),
  )
  host.health('servers', () => checkServers(uses))
  host.on(panelConnected, () => startLookBack(uses))
  host.on(userBanned, ({ payload }) => suspendServersOf(uses, payload.id))
  host.on(userErased, ({ payload }) => deleteServersOf(uses, payload.id))
}
