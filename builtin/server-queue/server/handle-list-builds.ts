import { countBuilds as countBuildsEndpoint, listBuilds } from '@spawnpoint/contracts/server-queue'
import { contains, countRows, readPage } from '@spawnpoint/sdk/list/server'
import { answer } from '@spawnpoint/sdk/server'
import { and, eq } from 'drizzle-orm'
import { presentBuilds } from './present-builds.ts'
import { countBuilds, isPaused } from './queue-figures.ts'
import { queueUses } from './queue-uses.ts'
import { build } from './tables.ts'

export const handleListBuilds = answer(
  listBuilds,
  queueUses,
  async ({ query: { cursor, limit, search, owner, filter, order = 'desc' }, ...services }) => {
    const where = and(
      search === '' ? undefined : contains(build.name, search),
      filter.status && eq(build.status, filter.status),
      owner ? eq(build.owner, owner) : undefined,
    )
    const { items, ...page } = await readPage({
      sort: 'id',
      order,
      id: build.id,
      cursor,
      limit,
      read: ({ past, orderBy, limit: most }) =>
        services.db.orm
          .select()
          .from(build)
          .where(and(past, where))
          .orderBy(...orderBy)
          .limit(most),
    })
    // The command palette searches at each key and shows no number.
    const total = search === '' ? { total: await countRows(services.db.orm, build, where) } : {}
    return { ...page, ...total, items: await presentBuilds(services, items) }
  },
)

export const handleCountBuilds = answer(countBuildsEndpoint, queueUses, async ({ db }) => ({
  ...(await countBuilds(db.orm)),
  paused: await isPaused(db.orm),
}))
