import { listLogs, type LogLine } from '@spawnpoint/contracts/server-queue'
import { answer, type Queries } from '@spawnpoint/sdk/server'
import { and, asc, eq } from 'drizzle-orm'
import { cutPage, pageOver, readStart } from './page-by-id.ts'
import type { QueueUses } from './queue-uses.ts'
import { build, log } from './tables.ts'

const most = 500

const present = (line: typeof log.$inferSelect): LogLine => ({
  ...line,
  id: String(line.id),
  at: line.at.toISOString(),
})

/** The log of one build, oldest first. */
export const readLog = async (db: Queries, id: string): Promise<LogLine[]> => {
  const lines = await db.select().from(log).where(eq(log.buildId, id)).orderBy(asc(log.id)).limit(most)
  return lines.map(present)
}

export const handleListLogs = ({ db }: Pick<QueueUses, 'db'>) =>
  answer(listLogs, async ({ query: { cursor, limit, build: only }, fail }) => {
    const start = readStart(cursor, /^\d{1,18}$/)
    if (!start) throw fail('BAD_CURSOR')
    const { past, order } = pageOver(log.id, start, BigInt)
    const found = await db.orm
      .select({ line: log, buildName: build.name })
      .from(log)
      .innerJoin(build, eq(build.id, log.buildId))
      .where(and(past, only ? eq(log.buildId, only) : undefined))
      .orderBy(order)
      .limit(limit + 1)
    const { rows, ...pages } = cutPage(
      found.map(({ line, buildName }) => ({ ...present(line), buildName })),
      limit,
      start,
    )
    return { items: rows, ...pages }
  })
