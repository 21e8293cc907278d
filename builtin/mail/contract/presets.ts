import type { SettingValues } from '@spawnpoint/sdk/common'
import type { mailSettings } from './settings.ts'

type Preset = Pick<SettingValues<typeof mailSettings>, 'smtp_host' | 'smtp_port' | 'smtp_encryption'> & {
  readonly id: string
  readonly name: string
  /** The same for every customer of the provider; else the form keeps what it has. */
  readonly smtp_user?: string
  /** The domain that an SPF record includes for it. */
  readonly spf: string
  /** The DKIM selector, where it is the same for every customer. */
  readonly selector?: string
}

const starttls = { smtp_port: 587, smtp_encryption: 'starttls' } as const

/** Mail servers of common providers. What else each one needs is told by the message `staff.presets.hints.<id>`. */
export const smtpPresets: readonly Preset[] = [
  {
    id: 'ses',
    name: 'Amazon SES',
    smtp_host: 'email-smtp.us-east-1.amazonaws.com',
    spf: 'amazonses.com',
    ...starttls,
  },
  { id: 'brevo', name: 'Brevo', smtp_host: 'smtp-relay.brevo.com', spf: 'spf.brevo.com', ...starttls },
  {
    id: 'gmail',
    name: 'Gmail',
    smtp_host: 'smtp.gmail.com',
    spf: '_spf.google.com',
    selector: 'google',
    ...starttls,
  },
  { id: 'mailgun', name: 'Mailgun', smtp_host: 'smtp.mailgun.org', spf: 'mailgun.org', ...starttls },
  {
    id: 'mailjet',
    name: 'Mailjet',
    smtp_host: 'in-v3.mailjet.com',
    spf: 'spf.mailjet.com',
    selector: 'mailjet',
    ...starttls,
  },
  {
    id: 'microsoft',
    name: 'Microsoft 365',
    smtp_host: 'smtp.office365.com',
    spf: 'spf.protection.outlook.com',
    selector: 'selector1',
    ...starttls,
  },
  { id: 'postmark', name: 'Postmark', smtp_host: 'smtp.postmarkapp.com', spf: 'spf.mtasv.net', ...starttls },
  {
    id: 'sendgrid',
    name: 'SendGrid',
    smtp_host: 'smtp.sendgrid.net',
    smtp_user: 'apikey',
    spf: 'sendgrid.net',
    selector: 's1',
    ...starttls,
  },
]
