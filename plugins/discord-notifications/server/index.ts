import { defineJob, definePluginServer } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import manifest from '../manifest.ts'
import { postTest, readDeliveries, replay } from './answer-deliveries.ts'
import { deliver } from './deliver.ts'
import { sweepDeliveries } from './deliveries.ts'
import { listeners } from './listen-to-events.ts'

const everyNight = { payload: z.object({}), schedule: '20 4 * * *' }
const sweep = defineJob('sweep', everyNight, manifest, ({ db }) => sweepDeliveries(db))

export default definePluginServer(manifest, {
  endpoints: [readDeliveries, replay, postTest],
  jobs: [deliver, sweep],
  listeners,
  setup({ db, health }) {
    health('deliveries', async () => {
      const [row] = await db.sql<{ failed: number }>`
        select count(*)::int as failed from delivery where status = 'failed' and created_at > now() - interval '1 day'`
      return row && row.failed > 0
        ? { status: 'warning', detail: `${row.failed} messages of the last day did not arrive` }
        : { status: 'healthy', detail: 'all messages of the last day have arrived' }
    })
  },
})
