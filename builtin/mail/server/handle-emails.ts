import { deleteOwnEmail, listOwnEmails, mailSettings, sendTestEmail } from '@spawnpoint/contracts/mail'
import { Users } from '@spawnpoint/contracts/users'
import { ROOT_PERMISSION, type ServicesOf } from '@spawnpoint/sdk/common'
import {
  answer,
  requireReauthentication,
  type HandlerInput,
  Database,
  Audit,
  Instance,
  Settings,
  Sessions,
} from '@spawnpoint/sdk/server'
import { listEmails, removeEmail } from './email-queries.ts'
import { hideSecrets } from './hide-secrets.ts'
import { deliverOver, reasonOf, type MailValues } from './post-office.ts'
import { layoutOf, writeMessage } from './write-message.ts'

const uses = {
  db: Database,
  audit: Audit,
  instance: Instance,
  settings: Settings,
  sessions: Sessions,
  users: Users,
}

export const handleListOwnEmails = answer(listOwnEmails, uses, async ({ actor, query, db, users }) => {
  const { items, ...page } = await listEmails(db.orm, actor.id, query)
  const person = await users.find(actor.id)
  // A stolen session must not read codes that are still valid.
  const known = person ? [person.username, person.email, person.firstName, person.lastName] : []
  return {
    ...page,
    items: items.map(({ id, subject, paragraphs, status, createdAt }) => ({
      id,
      subject: hideSecrets(subject, known),
      paragraphs: paragraphs.map((text) => hideSecrets(text, known)),
      status,
      createdAt: createdAt.toISOString(),
    })),
  }
})

export const handleDeleteOwnEmail = answer(deleteOwnEmail, uses, async ({ actor, params, fail, db }) => {
  if (!(await removeEmail(db.orm, actor.id, params.id))) throw fail('NOT_FOUND')
  return {}
})

const places = ['smtp_host', 'smtp_port', 'smtp_encryption'] as const

type TestUses = ServicesOf<typeof uses>

type TestInput = HandlerInput<typeof sendTestEmail>

/** The stored values with those to try; refuses those that the caller may not try. */
async function readTested(
  { settings, sessions }: TestUses,
  { actor, body, fail }: TestInput,
): Promise<MailValues> {
  const stored = settings.read(mailSettings)
  const given = Object.fromEntries(
    Object.entries(body.values ?? {}).filter(([, value]) => value !== undefined),
  ) as Partial<MailValues>
  if (Object.keys(given).length === 0) return stored
  // Trying other servers shows what this machine can reach; the stored one was chosen by root.
  if (!actor.can(ROOT_PERMISSION)) throw fail('MAIL_TEST_ROOT')
  await requireReauthentication(sessions, actor)
  // The stored password goes to its own server alone.
  const isElsewhere = places.some((key) => given[key] !== undefined && given[key] !== stored[key])
  if (isElsewhere && stored.smtp_pass !== '' && given.smtp_pass === undefined)
    throw fail('MAIL_PASSWORD_NEEDED', { fields: { smtp_pass: 'MAIL_PASSWORD_NEEDED' } })
  return { ...stored, ...given }
}

export const handleSendTestEmail = answer(sendTestEmail, uses, async (call) => {
  const { actor, body, ip, fail, ...services } = call
  const values = await readTested(services, call)
  const isComplete = values.smtp_host !== '' && values.smtp_from !== ''
  if (!isComplete || (!body.values && !values.smtp_enabled)) throw fail('MAIL_NOT_CONFIGURED')
  const address = body.address ?? (await services.users.find(actor.id))?.email
  if (address === undefined) throw fail('MAIL_NOT_CONFIGURED')
  const content = {
    address,
    subject: `Test email of ${new URL(services.instance.origin).host}`,
    paragraphs: ['Your mail server works. This is a test email.'],
    actionLabel: null,
    actionUrl: null,
  }
  await deliverOver(values, [writeMessage(content, layoutOf(services, 'EN'))]).catch((error: unknown) => {
    throw fail('MAIL_FAILED', { details: { reason: reasonOf(error) } })
  })
  // An address as target would stay after its person was erased: the log keeps targets for good.
  await services.audit.write(services.db.orm, {
    actor: actor.id,
    action: 'mail:tested',
    target: actor.id,
    after: { address },
    ip,
  })
  return { address }
})
