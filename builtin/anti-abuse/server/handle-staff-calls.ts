import { countHolds, listHolds, readNetworks, replaceNetworks } from '@spawnpoint/contracts/anti-abuse'
import { Users, type UsersService } from '@spawnpoint/contracts/users'
import { countRows, readPage } from '@spawnpoint/sdk/list/server'
import { answer, Audit, Database } from '@spawnpoint/sdk/server'
import { and } from 'drizzle-orm'
import { inState, readCounts } from './hold-queries.ts'
import { countNetworks, findProviderList, listNetworks, replaceNetworksOf } from './network-queries.ts'
import { parseNetworks } from './parse-networks.ts'
import { hold, type Hold } from './tables.ts'

const MOST_NETWORKS = 20_000

async function nameAll(users: UsersService, rows: readonly Hold[]) {
  const ids = rows.flatMap(({ userId, decidedBy, signs }) => [
    userId,
    decidedBy,
    ...signs.map(({ other }) => other ?? null),
  ])
  const found = await users.findMany([...new Set(ids)].filter((id) => id !== null))
  const names = new Map(found.map(({ id, username }) => [id, username]))
  return (id: string | null | undefined) => (id ? { id, username: names.get(id) ?? null } : null)
}

const present = (row: Hold, actor: string, name: Awaited<ReturnType<typeof nameAll>>) => ({
  id: row.id,
  user: name(row.userId) ?? { id: row.userId, username: null },
  source: row.source,
  kind: row.kind,
  note: row.note,
  coins: row.total,
  at: row.createdAt.toISOString(),
  state: row.state,
  signs: row.signs.map(({ plugin, code, detail = null, other }) => ({
    plugin,
    code,
    detail,
    other: name(other),
  })),
  appeal:
    row.appeal !== null && row.appealedAt ? { at: row.appealedAt.toISOString(), text: row.appeal } : null,
  decision: row.decidedAt
    ? { at: row.decidedAt.toISOString(), by: name(row.decidedBy), note: row.decisionNote ?? '' }
    : null,
  decidable: row.recipients.every(({ user }) => user !== actor),
})

export const handleListHolds = answer(
  listHolds,
  { db: Database, users: Users },
  async ({ actor, query: { cursor, limit, filter, order = 'desc' }, db, users }) => {
    const where = inState(filter.state)
    const { items, ...page } = await readPage({
      sort: 'number',
      order,
      id: hold.number,
      cursor,
      limit,
      read: ({ past, orderBy, limit: most }) =>
        db.orm
          .select()
          .from(hold)
          .where(and(past, where))
          .orderBy(...orderBy)
          .limit(most),
    })
    const name = await nameAll(users, items)
    const total = await countRows(db.orm, hold, where)
    return { ...page, total, items: items.map((row) => present(row, actor.id, name)) }
  },
)

export const handleCountHolds = answer(countHolds, { db: Database }, ({ db }) => readCounts(db.orm))

export const handleReadNetworks = answer(readNetworks, { db: Database }, async ({ db }) => {
  const [networks, fromProvider, list] = [
    await listNetworks(db.orm, 'staff'),
    await countNetworks(db.orm, 'provider'),
    await findProviderList(db.orm),
  ]
  return {
    text: networks.join('\n'),
    own: networks.length,
    fromProvider,
    readAt: list?.readAt.toISOString() ?? null,
  }
})

export const handleReplaceNetworks = answer(
  replaceNetworks,
  { db: Database, audit: Audit },
  async ({ actor, body, ip, fail, db, audit }) => {
    const { networks, bad } = parseNetworks(body.text)
    const [first] = bad
    if (first !== undefined) throw fail('HOLDS_BAD_NETWORK', { details: { line: first.slice(0, 60) } })
    if (networks.length > MOST_NETWORKS)
      throw fail('HOLDS_TOO_MANY_NETWORKS', { details: { max: MOST_NETWORKS } })
    const own = await db.orm.transaction(async (tx) => {
      const before = await countNetworks(tx, 'staff')
      const after = await replaceNetworksOf(tx, 'staff', networks)
      await audit.write(tx, {
        actor: actor.id,
        action: 'anti-abuse:networks_changed',
        before: { networks: before },
        after: { networks: after },
        ip,
      })
      return after
    })
    return { own }
  },
)
