import { defineService, type Queries } from '@spawnpoint/sdk/common'

export interface EmailText {
  readonly subject: string
  readonly paragraphs: readonly string[]
}

/** One email: a message of the sending plugin in the reader's language, never HTML made of input. */
export interface Email {
  readonly to: { readonly user: string | null; readonly address: string; readonly locale: string }
  readonly subject: string
  /** Paragraphs of plain text; shown as text and as escaped HTML. */
  readonly paragraphs: readonly string[]
  readonly action?: { readonly label: string; readonly url: string }
}

export interface MailService {
  /** Is a mail server configured? Without one nothing is sent and addresses are taken as verified. */
  isConfigured(): boolean
  /** Queues an email to every holder of `admin.root`, each in their language. */
  notifyRoots(tx: Queries, write: (locale: string) => EmailText): Promise<void>
  /**
   * The same over the mail server as it is configured now. The result sends it, also after the settings have changed:
   * who takes the mail server over must not be able to swallow the notice of it. Not retried.
   */
  prepareRootNotice(write: (locale: string) => EmailText): Promise<() => Promise<void>>
  /** Queues the email in the transaction; it is sent after commit, retried, and kept in the user's list. */
  send(tx: Queries, email: Email): Promise<void>
}

export const Mail = defineService<MailService>('mail.mail')
