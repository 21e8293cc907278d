import { deleteOwnEmail, listOwnEmails, mailSettings, sendTestEmail } from '@spawnpoint/contracts/mail'
import type { UsersService } from '@spawnpoint/contracts/users'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import {
  answer,
  requireReauthentication,
  type AuditService,
  type DatabaseService,
  type HandlerInput,
  type InstanceService,
  type SessionsService,
  type SettingsService,
} from '@spawnpoint/sdk/server'
import { listEmails, removeEmail } from './email-queries.ts'
import { deliverOver, reasonOf, type MailValues } from './post-office.ts'
import { writeMessage } from './write-message.ts'

export const handleListOwnEmails = ({ db }: { db: DatabaseService }) =>
  answer(listOwnEmails, async ({ actor, query }) => {
    const { items, ...page } = await listEmails(db.orm, actor.id, query)
    return {
      ...page,
      items: items.map(({ id, subject, paragraphs, status, createdAt }) => ({
        id,
        subject,
        paragraphs,
        status,
        createdAt: createdAt.toISOString(),
      })),
    }
  })

export const handleDeleteOwnEmail = ({ db }: { db: DatabaseService }) =>
  answer(deleteOwnEmail, async ({ actor, params, fail }) => {
    if (!(await removeEmail(db.orm, actor.id, params.id))) throw fail('NOT_FOUND')
    return {}
  })

const places = ['smtp_host', 'smtp_port', 'smtp_encryption'] as const

interface TestUses {
  readonly db: DatabaseService
  readonly audit: AuditService
  readonly instance: InstanceService
  readonly settings: SettingsService
  readonly sessions: SessionsService
  readonly users: UsersService
}

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

export const handleSendTestEmail = (uses: TestUses) =>
  answer(sendTestEmail, async (input) => {
    const { actor, body, ip, fail } = input
    const values = await readTested(uses, input)
    const isComplete = values.smtp_host !== '' && values.smtp_from !== ''
    if (!isComplete || (!body.values && !values.smtp_enabled)) throw fail('MAIL_NOT_CONFIGURED')
    const address = body.address ?? (await uses.users.find(actor.id))?.email
    if (address === undefined) throw fail('MAIL_NOT_CONFIGURED')
    const content = {
      address,
      subject: `Test email of ${new URL(uses.instance.origin).host}`,
      paragraphs: ['The mail server is set up: this email has come through.'],
      actionLabel: null,
      actionUrl: null,
    }
    await deliverOver(values, [writeMessage(content)]).catch((error: unknown) => {
      throw fail('MAIL_FAILED', { details: { reason: reasonOf(error) } })
    })
    await uses.audit.write(uses.db.orm, { actor: actor.id, action: 'mail:tested', target: address, ip })
    return { address }
  })
