import { listUserEmails } from '@spawnpoint/contracts/mail'
import { Users } from '@spawnpoint/contracts/users'
import { answer, Database } from '@spawnpoint/sdk/server'
import { hideSecrets } from './hide-secrets.ts'
import { listEmails } from './email-queries.ts'

export const handleListUserEmails = answer(
  listUserEmails,
  { db: Database, users: Users },
  async ({ params, query, fail, db, users }) => {
    const person = await users.find(params.user)
    if (!person) throw fail('NOT_FOUND')
    const { items, ...page } = await listEmails(db.orm, person.id, query)
    const emails = items.map(({ subject, paragraphs, createdAt, sentAt, ...email }) => {
      const known = [person.username, person.email, person.firstName, person.lastName, email.address]
      return {
        ...email,
        subject: hideSecrets(subject, known),
        paragraphs: paragraphs.map((text) => hideSecrets(text, known)),
        createdAt: createdAt.toISOString(),
        sentAt: sentAt?.toISOString() ?? null,
      }
    })
    return { ...page, items: emails }
  },
)
