import { panelConnected } from '@spawnpoint/contracts/panel'
import { userBanned, userErased } from '@spawnpoint/contracts/users'
import { listen } from '@spawnpoint/sdk/server'
import { queueUses } from './queue-uses.ts'
import { failBuildsOf } from './settle-build.ts'
import { wakeQueue } from './sweep-queue.ts'

export const queueListeners = [
  listen(panelConnected, queueUses, wakeQueue),
  listen(userBanned, queueUses, async ({ payload, ...services }) => {
    if (payload.banned) await failBuildsOf(services, payload.id, 'OWNER_BANNED')
  }),
  listen(userErased, queueUses, ({ payload, ...services }) =>
    failBuildsOf(services, payload.id, 'OWNER_GONE'),
  ),
]
