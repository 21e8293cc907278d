import { listLogs, type LogLine } from '@spawnpoint/contracts/server-queue'
import { contains, countRows, readPage } from '@spawnpoint/sdk/list/server'
import { answer, type Queries } from '@spawnpoint/sdk/server'
import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { queueUses } from './queue-uses.ts'
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

export const handleListLogs = answer(
  listLogs,
  queueUses,
  async ({ query: { cursor, limit, search, filter, build: only }, db }) => {
    const named = db.orm.select({ id: build.id }).from(build).where(contains(build.name, search))
    const where = and(
      only ? eq(log.buildId, only) : undefined,
      filter.step && eq(log.step, filter.step),
      search === '' ? undefined : inArray(log.buildId, named),
    )
    const { items, ...page } = await readPage({
      sort: 'id',
      order: 'desc',
      id: log.id,
      cursor,
      limit,
      read: ({ past, orderBy, limit: most }) =>
        db.orm
          .select({ ...getTableColumns(log), buildName: build.name })
          .from(log)
          .innerJoin(build, eq(build.id, log.buildId))
          .where(and(past, where))
          .orderBy(...orderBy)
          .limit(most),
    })
    const total = await countRows(db.orm, log, where)
    return { ...page, total, items: items.map(({ buildName, ...line }) => ({ ...present(line), buildName })) }
  },
)
