import { deleteView, listViews, queueQuery, renameView, saveView } from '@spawnpoint/contracts/tickets'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import { answer, type Actor, type Queries } from '@spawnpoint/sdk/server'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { whereInQueue } from './list-queue.ts'
import { savedView, ticket } from './tables.ts'
import { ticketUses, type TicketUses } from './ticket-uses.ts'

const MOST_OWN = 20
const MOST_COUNTED = 1_000

type View = typeof savedView.$inferSelect

const mayShare = (actor: Actor) => actor.can('admin.tickets.views.share')
const mayChange = (actor: Actor, { owner, shared }: View) => (shared ? mayShare(actor) : owner === actor.id)

/** Counts the tickets of a view as its reader sees it: "assigned to me" is another's for each. */
async function countView(uses: TicketUses, actor: Actor, { search, filter }: View): Promise<number> {
  const query = queueQuery.safeParse({ search, filter })
  if (!query.success) return 0
  const where = await whereInQueue(uses, actor.id, query.data)
  const some = uses.db.orm
    .select({ one: sql`1`.as('one') })
    .from(ticket)
    .where(where)
    .limit(MOST_COUNTED)
  return uses.db.orm.$count(some.as('some'))
}

export const handleListViews = answer(listViews, ticketUses, async ({ actor, ...uses }) => {
  const rows = await uses.db.orm
    .select()
    .from(savedView)
    .where(or(savedView.shared, eq(savedView.owner, actor.id)))
    .orderBy(asc(savedView.createdAt), asc(savedView.id))
  const views = []
  for (const row of rows) {
    const { id, name, search, filter, shared } = row
    const count = await countView(uses, actor, row)
    views.push({ id, name, search, filter, shared, count, changeable: mayChange(actor, row) })
  }
  return { views }
})

export const handleSaveView = answer(
  saveView,
  ticketUses,
  async ({ actor, body, fail, ip, db, clock, audit }) => {
    if (body.shared && !mayShare(actor)) throw fail('TICKETS_VIEW_SHARE')
    return db.orm.transaction(async (tx) => {
      // Views of one person are counted one after the other.
      await tx.execute(
        sql`select pg_advisory_xact_lock(hashtextextended('tickets.views:' || ${actor.id}, 0))`,
      )
      if ((await tx.$count(savedView, eq(savedView.owner, actor.id))) >= MOST_OWN) throw fail('TICKETS_VIEWS')
      const now = clock.now()
      const id = createRowId(now.getTime())
      await tx.insert(savedView).values({ ...body, id, owner: actor.id, createdAt: now })
      if (body.shared)
        await audit.write(tx, { actor: actor.id, action: 'tickets:view-shared', target: id, after: body, ip })
      return { id }
    })
  },
)

export const handleRenameView = answer(
  renameView,
  ticketUses,
  async ({ actor, params, body: { name }, fail, ip, db, audit }) =>
    db.orm.transaction(async (tx) => {
      const [row] = await tx.select().from(savedView).where(eq(savedView.id, params.id)).for('update')
      if (!row || !mayChange(actor, row)) throw fail('NOT_FOUND')
      await tx.update(savedView).set({ name }).where(eq(savedView.id, row.id))
      const target = row.id
      const change = { before: { name: row.name }, after: { name } }
      if (row.shared)
        await audit.write(tx, { actor: actor.id, action: 'tickets:view-renamed', target, ...change, ip })
      return { id: row.id }
    }),
)

export const handleDeleteView = answer(
  deleteView,
  ticketUses,
  async ({ actor, params, fail, ip, db, audit }) =>
    db.orm.transaction(async (tx) => {
      const [row] = await tx.select().from(savedView).where(eq(savedView.id, params.id)).for('update')
      if (!row || !mayChange(actor, row)) throw fail('NOT_FOUND')
      await tx.delete(savedView).where(eq(savedView.id, row.id))
      const { name, search, filter } = row
      if (row.shared)
        await audit.write(tx, {
          actor: actor.id,
          action: 'tickets:view-deleted',
          target: row.id,
          before: { name, search, filter },
          ip,
        })
      return {}
    }),
)

/** Removes the views of an erased agent; the shared ones stay. */
export async function forgetViews(tx: Queries, owner: string): Promise<void> {
  await tx.delete(savedView).where(and(eq(savedView.owner, owner), eq(savedView.shared, false)))
  await tx.update(savedView).set({ owner: null }).where(eq(savedView.owner, owner))
}
