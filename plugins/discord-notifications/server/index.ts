import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { answerDeliveries } from './answer-deliveries.ts'
import { deliver, DELIVER, deliverOptions } from './deliver.ts'
import { sweepDeliveries } from './deliveries.ts'
import { listenToEvents } from './listen-to-events.ts'
import { z } from 'zod'

export default definePluginServer(manifest, (context) => {
  const { db, jobs } = context
  jobs.define(DELIVER, deliverOptions, (payload, job) => deliver(context, payload, job))
  jobs.define('sweep', { payload: z.object({}), schedule: '20 4 * * *' }, () => sweepDeliveries(db))
  listenToEvents(context)
  answerDeliveries(context)
  context.health('deliveries', async () => {
    const [row] = await db.sql<{ failed: number }>`
      select count(*)::int as failed from delivery where status = 'failed' and created_at > now() - interval '1 day'`
    return row && row.failed > 0
      ? { status: 'warning', detail: `${row.failed} messages of the last day did not arrive` }
      : { status: 'healthy', detail: 'all messages of the last day have arrived' }
  })
})
