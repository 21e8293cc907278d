import type { ImportedPerson, UsersService } from '@spawnpoint/contracts/users'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import type { ClockService, Queries, SessionsService } from '@spawnpoint/sdk/server'
import { inArray, or, sql } from 'drizzle-orm'
import { account } from './tables.ts'
import { refuseTaken } from './taken-failure.ts'

const lower = (texts: readonly string[]) => texts.map((text) => text.toLowerCase())

export const findTaken: UsersService['findTaken'] = async (tx, { usernames, emails }) => {
  const [names, addresses] = [lower(usernames), lower(emails)]
  const rows = await tx
    .select({ username: account.username, email: account.email })
    .from(account)
    .where(
      or(inArray(sql`lower(${account.username})`, names), inArray(sql`lower(${account.email})`, addresses)),
    )
  const [asked, askedAddresses] = [new Set(names), new Set(addresses)]
  return {
    usernames: new Set(lower(rows.map(({ username }) => username)).filter((each) => asked.has(each))),
    emails: new Set(lower(rows.map(({ email }) => email)).filter((each) => askedAddresses.has(each))),
  }
}

interface ImportUses {
  readonly sessions: SessionsService
  readonly clock: ClockService
}

export const importPeople =
  ({ sessions, clock }: ImportUses) =>
  async (tx: Queries, people: readonly ImportedPerson[]): Promise<readonly string[]> => {
    const now = clock.now().getTime()
    const rows = people.map(({ ip, ...person }) => ({
      ...person,
      id: createRowId(now),
      firstIp: ip,
      lastIp: ip,
    }))
    for (const { id } of rows) await sessions.createIdentity(tx, id)
    if (rows.length > 0)
      await refuseTaken(
        tx
          .insert(account)
          .values(rows)
          .then(() => undefined),
      )
    return rows.map(({ id }) => id)
  }
