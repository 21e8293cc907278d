import type { ClockService, DatabaseService, HealthReport } from '@spawnpoint/sdk/server'
import { countFailed } from './delivery-queries.ts'
import { listPausedAddresses } from './message-queries.ts'
import { listPaused } from './webhook-queries.ts'

const DAY_MS = 86_400_000

/** The line of the health page: do messages arrive? */
export const checkWebhooks =
  ({ clock, db }: { readonly clock: ClockService; readonly db: Pick<DatabaseService, 'orm'> }) =>
  async (): Promise<HealthReport> => {
    const webhooks = (await listPaused(db.orm)).map(({ name }) => name)
    const addresses = (await listPausedAddresses(db.orm)).map(({ plugin, host }) => `${plugin} → ${host}`)
    const paused = [...webhooks, ...addresses]
    if (paused.length > 0) {
      const names = paused.join(', ')
      return {
        status: 'warning',
        code: 'paused',
        values: { names },
        detail: `Paused because nothing arrived: ${names}.`,
        todo: 'Open the webhook, or the page of the plugin, and resume it once its receiver works.',
      }
    }
    const failed = await countFailed(db.orm, new Date(clock.now().getTime() - DAY_MS))
    if (failed === 0)
      return { status: 'healthy', code: 'well', detail: 'All messages of the last 24 hours arrived.' }
    return {
      status: 'warning',
      code: 'failing',
      values: { failed },
      detail: `Messages of the last 24 hours that did not arrive: ${failed}.`,
      todo: 'Open the webhook, or the page of the plugin, and see what the receiver answered.',
    }
  }
