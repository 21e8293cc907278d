import { countBuilds as countBuildsEndpoint, listBuilds } from '@spawnpoint/contracts/server-queue'
import { contains, readPage } from '@spawnpoint/sdk/list/server'
import { answer } from '@spawnpoint/sdk/server'
import { and, eq } from 'drizzle-orm'
import { presentBuilds } from './present-builds.ts'
import { countBuilds, isPaused } from './queue-figures.ts'
import type { QueueUses } from './queue-uses.ts'
import { build } from './tables.ts'

export const handleListBuilds = (uses: QueueUses) =>
  answer(listBuilds, async ({ query: { cursor, limit, search, owner, filter, order = 'desc' } }) => {
    const { items, ...page } = await readPage({
      sort: 'id',
      order,
      id: build.id,
      cursor,
      limit,
      read: ({ past, orderBy, limit: most }) =>
        uses.db.orm
          .select()
          .from(build)
          .where(
            and(
              past,
              search === '' ? undefined : contains(build.name, search),
              filter.status && eq(build.status, filter.status),
              owner ? eq(build.owner, owner) : undefined,
            ),
          )
          .orderBy(...orderBy)
          .limit(most),
    })
    return { ...page, items: await presentBuilds(uses, items) }
  })

export const handleCountBuilds = ({ db }: Pick<QueueUses, 'db'>) =>
  answer(countBuildsEndpoint, async () => ({
    ...(await countBuilds(db.orm)),
    paused: await isPaused(db.orm),
  }))
