import { listUserEmails } from '@spawnpoint/contracts/mail'
import type { UsersService } from '@spawnpoint/contracts/users'
import { answer, type DatabaseService } from '@spawnpoint/sdk/server'
import { hideSecrets } from './hide-secrets.ts'
import { listEmailsForStaff } from './email-queries.ts'

const PAGE = 20

export const handleListUserEmails = ({ db, users }: { db: DatabaseService; users: UsersService }) =>
  answer(listUserEmails, async ({ params, query, fail }) => {
    const person = await users.find(params.user)
    if (!person) throw fail('NOT_FOUND')
    const found = await listEmailsForStaff(db.orm, person.id, query.before, PAGE + 1)
    const page = found.slice(0, PAGE)
    const emails = page.map(({ subject, paragraphs, createdAt, sentAt, ...email }) => {
      const known = [person.username, person.email, person.firstName, person.lastName, email.address]
      return {
        ...email,
        subject: hideSecrets(subject, known),
        paragraphs: paragraphs.map((text) => hideSecrets(text, known)),
        createdAt: createdAt.toISOString(),
        sentAt: sentAt?.toISOString() ?? null,
      }
    })
    return { emails, next: found.length > PAGE ? (page.at(-1)?.id ?? null) : null }
  })
