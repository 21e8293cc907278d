import { listDifferences, listForeign, readComparison, startComparison } from '@spawnpoint/contracts/servers'
import { countRows, readPage } from '@spawnpoint/sdk/list/server'
import { answer } from '@spawnpoint/sdk/server'
import { and, getTableColumns, sql } from 'drizzle-orm'
import { startLookBack } from './look-back.ts'
import { serverUses } from './server-uses.ts'
import { foreignServer, lookBack, server, type ServerRecord } from './tables.ts'

const differing = sql`${server.status} <> 'deleting' and (${server.panelState} in ('missing', 'install-failed')
  or (${server.panelState} = 'suspended' and ${server.status} = 'active') or ${server.panelOwnerDiffers})`

const differenceOf = ({ panelState }: ServerRecord) => {
  if (panelState === 'missing' || panelState === 'install-failed') return panelState
  return panelState === 'suspended' ? ('suspended-there' as const) : ('other-owner' as const)
}

const isRunning = (look: typeof lookBack.$inferSelect | undefined) =>
  look !== undefined && look.startedAt !== null && look.finishedAt === null

export const handleReadComparison = answer(readComparison, serverUses, async ({ db, panel }) => {
  const [look] = await db.orm.select().from(lookBack)
  return {
    connected: panel.mode() === 'connected',
    running: isRunning(look),
    comparedAt: look?.finishedAt?.toISOString() ?? null,
    ours: await countRows(db.orm, server, differing),
    foreign: look?.foreignServers.count ?? 0,
  }
})

export const handleListDifferences = answer(
  listDifferences,
  serverUses,
  async ({ query: { cursor, limit }, db, users }) => {
    const { items, ...page } = await readPage({
      sort: 'createdAt',
      order: 'desc',
      by: server.createdAt,
      id: server.id,
      cursor,
      limit,
      read: ({ past, orderBy, limit: most, position }) =>
        db.orm
          .select({ ...getTableColumns(server), ...position })
          .from(server)
          .where(and(differing, past))
          .orderBy(...orderBy)
          .limit(most),
    })
    const people = await users.findMany([...new Set(items.map(({ owner }) => owner))])
    const names = new Map(people.map(({ id, username }) => [id, username]))
    return {
      ...page,
      total: await countRows(db.orm, server, differing),
      items: items.map((row) => ({
        id: row.id,
        name: row.name,
        owner: { id: row.owner, username: names.get(row.owner) ?? null },
        panelId: row.panelId,
        difference: differenceOf(row),
      })),
    }
  },
)

export const handleListForeign = answer(listForeign, serverUses, async ({ query: { cursor, limit }, db }) => {
  const page = await readPage({
    sort: 'id',
    order: 'asc',
    id: foreignServer.id,
    cursor,
    limit,
    read: ({ past, orderBy, limit: most }) =>
      db.orm
        .select({ id: foreignServer.id, name: foreignServer.name })
        .from(foreignServer)
        .where(past)
        .orderBy(...orderBy)
        .limit(most),
  })
  return {
    ...page,
    items: [...page.items],
    total: await countRows(db.orm, foreignServer, undefined),
  }
})

export const handleStartComparison = answer(startComparison, serverUses, async (services) => {
  await startLookBack(services)
  const [look] = await services.db.orm.select().from(lookBack)
  return { running: isRunning(look) }
})
