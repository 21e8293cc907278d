import type { EmailPurpose } from '@spawnpoint/contracts/mail'
import { defineService } from '@spawnpoint/sdk/common'

/** Values in the texts of a notification, and in its email. */
export type NotificationParams = Readonly<Record<string, string | number>>

interface EmailTexts {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly action: string
  /** `createEmailTexts` answers it. */
  readonly purpose: EmailPurpose
}

/**
 * One kind of notification. Its plugin has the messages `notifications.<id>.title` (with the params),
 * `notifications.<id>.label` for the preferences and `notifications.<id>.reason`, which answers why somebody gets it.
 */
export interface NotificationKind {
  readonly id: string
  /** The plugin that has the messages. */
  readonly plugin: string
  readonly order: number
  /**
   * The texts of its email in the language of the reader. `own` where the plugin sends the email itself, after it has
   * asked `wantsEmail`; null where there is none.
   */
  readonly email: 'own' | null | ((locale: string, params: NotificationParams) => EmailTexts)
  /** One line for push and Discord, where `email` does not give it; without either they say that something happened. */
  readonly headline?: (locale: string, params: NotificationParams) => string
  /** True where people get the email until they turn it off. */
  readonly emailsByDefault: boolean
}

/** A plugin offers its kinds as `memberOf(NotificationKinds, '<its id>')`. */
export const NotificationKinds = defineService<readonly NotificationKind[]>('notifications.kinds')
