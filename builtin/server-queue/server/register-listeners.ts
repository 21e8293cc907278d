import { panelConnected } from '@spawnpoint/contracts/panel'
import { userBanned, userErased } from '@spawnpoint/contracts/users'
import type { ServerHost } from '@spawnpoint/sdk/server'
import type { QueueUses } from './queue-uses.ts'
import { failBuildsOf } from './settle-build.ts'
import { wakeQueue } from './sweep-queue.ts'

export const registerListeners = (uses: QueueUses, host: ServerHost): void => {
  host.on(panelConnected, () => wakeQueue(uses))
  host.on(userBanned, async ({ payload }) => {
    if (payload.banned) await failBuildsOf(uses, payload.id, 'OWNER_BANNED')
  })
  host.on(userErased, ({ payload }) => failBuildsOf(uses, payload.id, 'OWNER_GONE'))
}
