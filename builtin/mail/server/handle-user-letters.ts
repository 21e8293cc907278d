import { listUserLetters } from '@spawnpoint/contracts/mail'
import type { UsersService } from '@spawnpoint/contracts/users'
import { answer, type DatabaseService } from '@spawnpoint/sdk/server'
import { hideSecrets } from './hide-secrets.ts'
import { listLettersForStaff } from './letter-queries.ts'

const PAGE = 20

export const handleListUserLetters = ({ db, users }: { db: DatabaseService; users: UsersService }) =>
  answer(listUserLetters, async ({ params, query, fail }) => {
    const person = await users.find(params.user)
    if (!person) throw fail('NOT_FOUND')
    const found = await listLettersForStaff(db.orm, person.id, query.before, PAGE + 1)
    const page = found.slice(0, PAGE)
    const letters = page.map(({ subject, paragraphs, createdAt, sentAt, ...letter }) => {
      const known = [person.username, person.email, person.firstName, person.lastName, letter.address]
      return {
        ...letter,
        subject: hideSecrets(subject, known),
        paragraphs: paragraphs.map((text) => hideSecrets(text, known)),
        createdAt: createdAt.toISOString(),
        sentAt: sentAt?.toISOString() ?? null,
      }
    })
    return { letters, next: found.length > PAGE ? (page.at(-1)?.id ?? null) : null }
  })
