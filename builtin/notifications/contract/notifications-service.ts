import { defineService, type OpenTransaction } from '@spawnpoint/sdk/common'
import type { NotificationParams } from './kinds.ts'

/** The kind that a notification is of. */
export interface KindName {
  readonly plugin: string
  readonly kind: string
}

/** Something that happened, as its people hear of it. */
export interface NewNotification extends KindName {
  readonly params?: NotificationParams
  /** The page that it is about, from the root of the site. */
  readonly link?: string
  /** The same key notifies a person once. */
  readonly key?: string
}

export interface NotificationsService {
  /** Writes one row in the caller's transaction, and queues an email where the person wants it. Unknown kinds throw. */
  notify(tx: OpenTransaction, notification: NewNotification & { readonly user: string }): Promise<void>
  /** The same for many people, or all of them. */
  notifyMany(
    tx: OpenTransaction,
    notification: NewNotification & { readonly users: readonly string[] | 'everyone' },
  ): Promise<void>
  /** For plugins that send the email of a kind themselves. */
  wantsEmail(tx: OpenTransaction, user: string, kind: KindName): Promise<boolean>
}

/** Used as `optional(Notifications)`: without the plugin nobody is notified, and nothing else changes. */
export const Notifications = defineService<NotificationsService>('notifications.notifications')
