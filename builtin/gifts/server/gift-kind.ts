import { NotificationKinds } from '@spawnpoint/contracts/notifications'
import { memberOf } from '@spawnpoint/sdk/common'
import { provide } from '@spawnpoint/sdk/server'

/** Gifts among the events that people are notified of. The email is sent with the gift itself. */
export const giftKind = provide(memberOf(NotificationKinds, 'gifts'), {}, () => [
  { id: 'received', plugin: 'gifts', order: 40, email: 'own' as const, emailsByDefault: true },
  // Tells the owner of an account at once when somebody else gives coins away from it.
  { id: 'given', plugin: 'gifts', order: 41, email: null, emailsByDefault: false },
])
