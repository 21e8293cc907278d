import { countBuilds as countBuildsEndpoint, listBuilds } from '@spawnpoint/contracts/server-queue'
import { answer } from '@spawnpoint/sdk/server'
import { and, eq, ilike } from 'drizzle-orm'
import { cutPage, pageOver, readStart } from './page-by-id.ts'
import { presentBuilds } from './present-builds.ts'
import { countBuilds, isPaused } from './queue-figures.ts'
import type { QueueUses } from './queue-uses.ts'
import { build } from './tables.ts'

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

export const handleListBuilds = (uses: QueueUses) =>
  answer(listBuilds, async ({ query: { cursor, limit, status, search, owner }, fail }) => {
    const start = readStart(cursor, uuidPattern)
    if (!start) throw fail('BAD_CURSOR')
    const { past, order } = pageOver(build.id, start, String)
    const named = search ? ilike(build.name, `%${escapeLike(search)}%`) : undefined
    const found = await uses.db.orm
      .select()
      .from(build)
      .where(
        and(
          past,
          named,
          status ? eq(build.status, status) : undefined,
          owner ? eq(build.owner, owner) : undefined,
        ),
      )
      .orderBy(order)
      .limit(limit + 1)
    const { rows, ...pages } = cutPage(found, limit, start)
    return { items: await presentBuilds(uses, rows), ...pages }
  })

export const handleCountBuilds = ({ db }: Pick<QueueUses, 'db'>) =>
  answer(countBuildsEndpoint, async () => ({
    ...(await countBuilds(db.orm)),
    paused: await isPaused(db.orm),
  }))
