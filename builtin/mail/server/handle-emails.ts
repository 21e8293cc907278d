import { deleteOwnEmail, listOwnEmails, sendTestEmail } from '@spawnpoint/contracts/mail'
import { answer, type AuditService, type DatabaseService, type InstanceService } from '@spawnpoint/sdk/server'
import { listEmails, removeEmail } from './email-queries.ts'
import { reasonOf, type PostOffice } from './post-office.ts'
import { writeMessage } from './write-message.ts'

const PAGE = 20

export const handleListOwnEmails = ({ db }: { db: DatabaseService }) =>
  answer(listOwnEmails, async ({ actor, query }) => {
    const found = await listEmails(db.orm, actor.id, query.before, PAGE + 1)
    const shown = found.slice(0, PAGE)
    return {
      emails: shown.map(({ id, subject, paragraphs, status, createdAt }) => ({
        id,
        subject,
        paragraphs,
        status,
        createdAt: createdAt.toISOString(),
      })),
      next: found.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
    }
  })

export const handleDeleteOwnEmail = ({ db }: { db: DatabaseService }) =>
  answer(deleteOwnEmail, async ({ actor, params, fail }) => {
    if (!(await removeEmail(db.orm, actor.id, params.id))) throw fail('NOT_FOUND')
    return {}
  })

export const handleSendTestEmail = (uses: {
  db: DatabaseService
  audit: AuditService
  instance: InstanceService
  post: PostOffice
}) =>
  answer(sendTestEmail, async ({ actor, body, ip, fail }) => {
    if (!uses.post.isConfigured()) throw fail('MAIL_NOT_CONFIGURED')
    const content = {
      address: body.address,
      subject: `Test email of ${new URL(uses.instance.origin).host}`,
      paragraphs: ['The mail server is set up: this email has come through.'],
      actionLabel: null,
      actionUrl: null,
    }
    await uses.post.deliver(writeMessage(content)).catch((error: unknown) => {
      throw fail('MAIL_FAILED', { details: { reason: reasonOf(error) } })
    })
    await uses.audit.write(uses.db.orm, { actor: actor.id, action: 'mail:tested', target: body.address, ip })
    return {}
  })
