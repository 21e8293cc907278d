import { userBanned, userErased } from '@spawnpoint/contracts/users'
import type { ServerHost } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { changeOnPanel } from './change-server.ts'
import { deleteOnPanel, markDeleting } from './delete-server.ts'
import { sweepTasks } from './panel-tasks.ts'
import { listServersOf } from './server-queries.ts'
import type { ServerUses } from './server-uses.ts'
import { suspendOnPanel, suspendServersOf } from './suspend-server.ts'

const ofServer = z.object({ server: z.uuid() })

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
  host.on(userBanned, ({ payload }) => suspendServersOf(uses, payload.id))
  host.on(userErased, ({ payload }) => deleteServersOf(uses, payload.id))
}
