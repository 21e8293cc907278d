import { defineService, type Queries } from '@spawnpoint/sdk/common'

/** Which email of which plugin it is, and the values for its placeholders; `createEmailTexts` answers it. */
export interface EmailPurpose {
  readonly plugin: string
  readonly kind: string
  readonly values: Readonly<Record<string, string | number>>
}

export interface EmailText {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** `createEmailTexts` answers it: staff can write another text for every email. */
  readonly purpose: EmailPurpose
}

/** One email: a message of the sending plugin in the reader's language, never HTML made of input. */
export interface Email extends EmailText {
  readonly to: { readonly user: string | null; readonly address: string; readonly locale: string }
  /** Paragraphs of plain text; shown as text and as escaped HTML. */
  readonly paragraphs: readonly string[]
  /** Asked for by its reader, such as a reset link: it is sent even to an address that bounced. */
  readonly requested?: boolean
  readonly action?: { readonly label: string; readonly url: string }
  /** The same key is sent once, as long as the email is kept. */
  readonly key?: string
}

/** A text with placeholders: `{{name}}` in the subject, in the Markdown of the body and on the button. */
export interface EmailTemplate {
  readonly subject: string
  readonly body: string
  /** Label of the button; empty for the label that the plugin sends. */
  readonly action: string
}

/** Texts that staff wrote in place of those of the plugins. */
export interface EmailTemplatesService {
  /** Null where the plugin's own text is sent. */
  find(
    tx: Queries,
    purpose: Pick<EmailPurpose, 'plugin' | 'kind'>,
    locale: string,
  ): Promise<EmailTemplate | null>
}

export const EmailTemplates = defineService<EmailTemplatesService>('mail.templates')

export interface EmailDraft extends EmailTemplate {
  readonly locale: string
  readonly values: EmailPurpose['values']
  /** Where the button leads; without it there is none. */
  readonly url?: string
  /** A small line at the end with a link, such as the one to unsubscribe. */
  readonly footer?: { readonly text: string; readonly label: string; readonly url: string }
}

/** An email as it is sent: the same message as plain text and as a page of HTML. */
export interface WrittenEmail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

export interface DeliveryOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** The same for every attempt, so that a mailbox can recognize a repetition. */
  readonly messageId?: string
  /** Over connections of its own, so that codes and notices do not wait behind it. */
  readonly bulk?: boolean
  /** Runs when the mail server has accepted the recipient and before it gets the message; a failure sends nothing. */
  readonly beforeMessage?: () => Promise<void>
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
  /** Fills the placeholders and draws the layout; `theme` draws it for one kind of reader only, as a preview. */
  write(draft: EmailDraft, theme?: 'light' | 'dark'): WrittenEmail
  /** Which of these addresses bounced, in lower case: a queue of its own leaves them out. */
  findBounced(addresses: readonly string[], tx?: Queries): Promise<ReadonlySet<string>>
  /** Hands one email to the mail server now, outside the queue. Throws an error with a reason that staff can read. */
  deliver(address: string, email: WrittenEmail, options?: DeliveryOptions): Promise<void>
}

export const Mail = defineService<MailService>('mail.mail')
