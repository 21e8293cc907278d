import { isMailConfigured, mailSettings, type DeliveryOptions } from '@spawnpoint/contracts/mail'
import { defineService, type SettingValues } from '@spawnpoint/sdk/common'
import type { SettingsService } from '@spawnpoint/sdk/server'
import type { createTransport, Transporter } from 'nodemailer'
import { Readable } from 'node:stream'
import type { Message } from './write-message.ts'

const PATIENCE_MS = 15_000

/** The part of a sender behind the `@`. */
const domainOf = (from: string) => /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'

export type MailValues = SettingValues<typeof mailSettings>

const transportOf = (values: MailValues) => ({
  host: values.smtp_host,
  port: values.smtp_port,
  secure: values.smtp_encryption === 'tls',
  requireTLS: values.smtp_encryption === 'starttls',
  ignoreTLS: values.smtp_encryption === 'none',
  ...(values.smtp_user ? { auth: { user: values.smtp_user, pass: values.smtp_pass } } : {}),
  connectionTimeout: PATIENCE_MS,
  greetingTimeout: PATIENCE_MS,
  socketTimeout: PATIENCE_MS,
  // An email never reads files or addresses of this machine.
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Sends over a connection of its own, which these values alone decide. */
export async function deliverOver(values: MailValues, messages: readonly Message[]) {
  const { createTransport: create } = await import('nodemailer')
  const transporter = create(transportOf(values))
  try {
    for (const message of messages) await transporter.sendMail({ ...message, from: values.smtp_from })
  } finally {
    transporter.close()
  }
}

/** Read from when the mail server has accepted the recipient, so what comes before it can still stop the message. */
const gated = (create: () => Readable, before: () => Promise<void>): Readable =>
  Readable.from(
    (async function* () {
      await before()
      yield* create()
    })(),
  )

/** Headers that tell other programs not to answer. */
const automatic = { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' }

interface GatedMail {
  readonly message: { createReadStream(): Readable }
  readonly data: { readonly beforeMessage?: () => Promise<void> }
}

const gateMail = (transporter: Transporter) =>
  transporter.use('stream', (mail, done) => {
    // The library's types know neither the message of this step nor fields of our own.
    const { message, data } = mail as unknown as GatedMail
    const { beforeMessage } = data
    if (beforeMessage) {
      const create = message.createReadStream.bind(message)
      message.createReadStream = () => gated(create, beforeMessage)
    }
    done()
  })

/** Hands messages to the operator's mail server; follows the settings as they change. */
export function createPostOffice({ settings }: { readonly settings: SettingsService }) {
  const open = new Map<'single' | 'bulk', { readonly key: string; readonly transporter: Transporter }>()

  const connect = (create: typeof createTransport, way: 'single' | 'bulk'): Transporter => {
    const values = settings.read(mailSettings)
    const key = JSON.stringify(values)
    const known = open.get(way)
    if (known?.key === key) return known.transporter
    known?.transporter.close()
    const transporter = create({ ...transportOf(values), pool: true, maxConnections: 2 })
    gateMail(transporter)
    open.set(way, { key, transporter })
    return transporter
  }

  return {
    isConfigured: () => isMailConfigured(settings.read(mailSettings)),
    async deliver(message: Message, options: DeliveryOptions = {}) {
      const { headers, messageId, beforeMessage, bulk = false } = options
      // Loaded with the first email: many servers send none.
      const mailer = await import('nodemailer')
      const from = settings.read(mailSettings).smtp_from
      const mail = {
        ...message,
        from,
        headers: { ...automatic, ...headers },
        ...(messageId !== undefined && { messageId: `<${messageId}@${domainOf(from)}>` }),
        ...(beforeMessage && { beforeMessage }),
      }
      await connect(mailer.createTransport, bulk ? 'bulk' : 'single').sendMail(mail)
    },
    /** Sends over this mail server even when another one is configured by then. */
    deliverAsConfiguredNow() {
      const values = settings.read(mailSettings)
      return (messages: readonly Message[]) => deliverOver(values, messages)
    },
    close() {
      for (const { transporter } of open.values()) transporter.close()
    },
  }
}

export type PostOffice = ReturnType<typeof createPostOffice>

const reasons: readonly [RegExp, string][] = [
  [/EAUTH/, 'The mail server refuses the username or password.'],
  [/ECONNREFUSED/, 'Nothing listens at the host and port of the mail server.'],
  [/ENOTFOUND|EDNS|EAI_AGAIN/, 'The host name of the mail server is not known.'],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/, 'The mail server does not answer.'],
  [
    /ETLS|ERR_SSL|CERT/,
    'No encrypted connection: check the encryption setting and the certificate of the server.',
  ],
  [/EENVELOPE/, 'The mail server refuses the sender or the recipient.'],
  [/ECONNRESET|ESOCKET|ECONNECTION/, 'The connection to the mail server broke.'],
]

/** Why a delivery failed: a sentence that says what to look at, then the mail server's own words. */
export const reasonOf = (error: unknown): string => {
  const own = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = reasons.find(([pattern]) => pattern.test(`${own} ${code}`))?.[1]
  return (sentence ? `${sentence} (${own})` : own).slice(0, 300)
}

export const PostOffice = defineService<PostOffice>('mail.post-office')
