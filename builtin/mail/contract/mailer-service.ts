import { defineService, type ForPlugins } from '@spawnpoint/sdk/common'

/** A user gets at most so many emails a day (UTC) from one plugin. */
export const MOST_EMAILS_A_DAY = 5

export interface MailerRequest {
  /** Id of the user, at whose address it arrives. */
  readonly user: string
  /** One line of at most 150 characters, in the language of the reader: `Users.preferences` says which. */
  readonly subject: string
  /** Plain text of at most 5,000 characters; an empty line begins a paragraph. The name of the plugin stands below it. */
  readonly text: string
  /** A button that opens a page of the site. */
  readonly action?: {
    /** At most 60 characters. */
    readonly label: string
    /** From the root of the site. */
    readonly path: string
  }
  /** The same key sends once, as long as the email is kept. */
  readonly key?: string
}

/** `unknown`: nobody has this id, or the user is banned. `too-many`: enough for today. `off`: there is no mail server. */
export type MailerAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'unknown' | 'too-many' | 'off' }

/** Emails in the name of an added plugin, queued and retried like those of the product. Requests that are none reject with `E_SERVICE_REQUEST`. */
export interface MailerService {
  send(request: MailerRequest): Promise<MailerAnswer>
}

export const Mailer = defineService<ForPlugins<MailerService>>('mail.mailer')
