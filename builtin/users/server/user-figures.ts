import { readUserFigures } from '@spawnpoint/contracts/users'
import { countByDay, countRows } from '@spawnpoint/sdk/list/server'
import { answer, Clock, Database } from '@spawnpoint/sdk/server'
import { and, gte, isNull } from 'drizzle-orm'
import { account } from './tables.ts'

const DAY_MS = 86_400_000

export const handleReadUserFigures = answer(
  readUserFigures,
  { db: Database, clock: Clock },
  async ({ db, clock }) => {
    const until = clock.now()
    const alive = isNull(account.deletedAt)
    const activeWithin = (days: number) =>
      countRows(
        db.orm,
        account,
        and(alive, gte(account.lastSeenAt, new Date(until.getTime() - days * DAY_MS))),
      )
    const [all, joined, activeInWeek, activeInMonth] = await Promise.all([
      countRows(db.orm, account, alive),
      countByDay(db.orm, account, { at: account.createdAt, until, days: 30, where: alive }),
      activeWithin(7),
      activeWithin(30),
    ])
    return { all, joined, activeInWeek, activeInMonth }
  },
)
