import { webhooksSettings } from '@spawnpoint/contracts/webhooks'
import {
  Audit,
  Clock,
  Database,
  defineJob,
  definePluginServer,
  listen,
  secretKeyReplaced,
  Secrets,
  Settings,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import manifest from '../manifest.ts'
import { checkWebhooks } from './check-webhooks.ts'
import { provideMessages } from './create-messages.ts'
import { deliver } from './deliver.ts'
import { sweepDeliveries } from './delivery-queries.ts'
import {
  handleListDeliveries,
  handleReadDelivery,
  handleReplayDelivery,
  handleResumeWebhook,
  handleTestWebhook,
  release,
} from './handle-deliveries.ts'
import {
  dropRemovedPlugin,
  handleListPluginDeliveries,
  handleReadPluginAddresses,
  handleReadPluginDelivery,
  handleReplayPluginDelivery,
  handleResumePluginAddress,
} from './handle-plugin-deliveries.ts'
import { handleReplaceSecret, handleShowSecret } from './handle-secret.ts'
import { sweepAddresses } from './message-queries.ts'
import { listeners } from './record-events.ts'
import { retryReceiver } from './retry-receiver.ts'
import { replaceLostSecrets } from './secret-queries.ts'
import { webhookMetrics } from './webhook-metrics.ts'
import { servedWebhooks } from './served-webhooks.ts'

const DAY = 86_400_000

const sweep = defineJob(
  'sweep',
  { payload: z.object({}), schedule: '41 4 * * *', prunes: true },
  { clock: Clock, db: Database, settings: Settings },
  async ({ clock, db, settings }) => {
    const days = settings.read(webhooksSettings).webhooks_keep_days
    const before = new Date(clock.now().getTime() - days * DAY)
    await sweepDeliveries(db.orm, before)
    await sweepAddresses(db.orm, before)
  },
)

const replaceSealed = listen(
  secretKeyReplaced,
  { audit: Audit, clock: Clock, db: Database, secrets: Secrets },
  ({ clock, db, ...uses }) => replaceLostSecrets(db.orm, uses, clock.now()),
)

export default definePluginServer(manifest, {
  settings: webhooksSettings,
  provides: [webhookMetrics, provideMessages],
  resources: [servedWebhooks],
  endpoints: [
    handleListDeliveries,
    handleReadDelivery,
    handleReplayDelivery,
    handleTestWebhook,
    handleResumeWebhook,
    handleShowSecret,
    handleReplaceSecret,
    handleListPluginDeliveries,
    handleReadPluginDelivery,
    handleReplayPluginDelivery,
    handleReadPluginAddresses,
    handleResumePluginAddress,
  ],
  jobs: [deliver, retryReceiver, release, sweep],
  listeners: [...listeners, dropRemovedPlugin, replaceSealed],
  uses: { clock: Clock, db: Database },
  setup({ clock, db }, host) {
    host.health('webhooks', checkWebhooks({ clock, db }))
  },
})
