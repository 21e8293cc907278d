/** Events that a webhook can be called for, as their type stands in the message. */
export const webhookEvents = [
  'users.created',
  'users.banned',
  'users.erased',
  'auth.email-verified',
  'roles.assigned',
  'servers.created',
  'servers.deleted',
  'server-queue.queued',
  'server-queue.completed',
  'server-queue.failed',
  'store.purchased',
  'coins.moved',
  'gifts.given',
  'redeem-codes.redeemed',
  'tickets.opened',
  'tickets.replied',
  'tickets.status-changed',
  'tickets.assigned',
  'panel.connected',
  'panel.key-refused',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Stands for every event, also those of later versions. */
export const ALL_EVENTS = '*'

/** The type of the message that the test button sends. */
export const TEST_EVENT = 'webhooks.test'

export const deliveryStatuses = ['pending', 'delivered', 'failed', 'held'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Why an attempt did not arrive. */
export const deliveryProblems = [
  'REFUSED',
  'GONE',
  'REDIRECTED',
  'LIMITED',
  'TIMEOUT',
  'UNREACHABLE',
  'NOT_PUBLIC',
  'DISABLED',
  'NOT_DECLARED',
  'KEY_LOST',
] as const
export type DeliveryProblem = (typeof deliveryProblems)[number]
