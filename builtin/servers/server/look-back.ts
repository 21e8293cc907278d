import { isPanelError, type PanelServer } from '@spawnpoint/contracts/panel'
import { and, asc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { notePanelState } from './panel-state.ts'
import { locate } from './panel-tasks.ts'
import type { ServerUses } from './server-uses.ts'
import { foreignServer, lookBack, server, type ForeignServers, type ServerRecord } from './tables.ts'

// Twenty pages a minute: a tenth of the calls that the panel's budget allows.
const pageEveryMs = 3_000
const abandonedAfterMs = 300_000
// A server that is being built stands on the panel before it is ours.
const buildingMs = 900_000
const mostNamed = 50
const mostLookUps = 50

const onePage = 'look-back-page'

/** Begins a look over all of the panel's servers, unless one is under way. */
export const startLookBack = async ({ db, jobs, clock, panel }: ServerUses): Promise<void> => {
  if (panel.mode() !== 'connected') return
  const now = clock.now()
  const abandoned = new Date(now.getTime() - abandonedAfterMs)
  await db.orm.transaction(async (tx) => {
    const [begun] = await tx
      .update(lookBack)
      .set({ startedAt: now, touchedAt: now, finishedAt: null, found: { count: 0, first: [] } })
      .where(
        or(
          isNull(lookBack.startedAt),
          sql`${lookBack.finishedAt} is not null`,
          lt(lookBack.touchedAt, abandoned),
        ),
      )
      .returning({ startedAt: lookBack.startedAt })
    if (begun) await jobs.add(onePage, { startedAt: now.toISOString(), page: 1 }, { tx, key: onePage })
  })
}

const findOurs = async ({ db }: ServerUses, servers: readonly PanelServer[]) => {
  const buildIds = servers.flatMap(({ externalId }) => (externalId === null ? [] : [externalId]))
  const panelIds = servers.map(({ id }) => id)
  const rows = await db.orm
    .select()
    .from(server)
    .where(
      or(
        inArray(sql`${server.buildId}::text`, buildIds),
        and(isNull(server.buildId), inArray(server.panelId, panelIds)),
      ),
    )
  const byBuild = new Map(rows.map((row) => [row.buildId ?? `panel:${row.panelId}`, row]))
  return (each: PanelServer): ServerRecord | undefined =>
    byBuild.get(each.externalId ?? '') ?? byBuild.get(`panel:${each.id}`)
}

const addForeign = (before: ForeignServers, servers: readonly PanelServer[]): ForeignServers => ({
  count: before.count + servers.length,
  first: [...before.first, ...servers.map(({ id, name }) => ({ id, name }))].slice(0, mostNamed),
})

/** Servers missing from every page are read one by one, since deletions shift the pages. */
const lookForUnseen = async (uses: ServerUses, startedAt: Date) => {
  const rows = await uses.db.orm
    .select()
    .from(server)
    .where(
      and(
        ne(server.status, 'deleting'),
        lt(server.createdAt, startedAt),
        sql`${server.panelState} is distinct from 'missing'`,
        or(isNull(server.panelSeenAt), lt(server.panelSeenAt, startedAt)),
      ),
    )
    .orderBy(asc(server.id))
    .limit(mostLookUps)
  const panel = await uses.panel.current()
  for (const row of rows) await notePanelState(uses, row, await locate(panel, row))
}

/** Kept by name for staff, who page through them. */
const keepForeign = async ({ db }: ServerUses, servers: readonly PanelServer[], seenAt: Date) => {
  if (servers.length === 0) return
  await db.orm
    .insert(foreignServer)
    .values(servers.map(({ id, name }) => ({ id, name, seenAt })))
    .onConflictDoUpdate({ target: foreignServer.id, set: { name: sql`excluded.name`, seenAt } })
}

/** One page of the panel's servers; the next one follows as a job of its own. */
const readPage = async (uses: ServerUses, startedAt: Date, page: number) => {
  const { db, jobs, clock } = uses
  const isCurrent = eq(lookBack.startedAt, startedAt)
  const [look] = await db.orm.select().from(lookBack).where(isCurrent)
  if (!look || uses.panel.mode() !== 'connected') return
  const { servers, pages } = await (await uses.panel.current()).listServers({ page })
  const ours = await findOurs(uses, servers)
  for (const each of servers) {
    const row = ours(each)
    if (row && row.status !== 'deleting') await notePanelState(uses, row, each)
  }
  const grownUp = clock.now().getTime() - buildingMs
  // One without an external id is none that we build, however young it is.
  const isForeign = (each: PanelServer) => each.externalId === null || Date.parse(each.createdAt) < grownUp
  const foreign = servers.filter((each) => !ours(each) && isForeign(each))
  await keepForeign(uses, foreign, startedAt)
  const found = addForeign(look.found, foreign)
  const touchedAt = clock.now()
  if (page < pages) {
    const runAt = new Date(touchedAt.getTime() + pageEveryMs)
    await db.orm.transaction(async (tx) => {
      await tx.update(lookBack).set({ found, touchedAt }).where(isCurrent)
      await jobs.add(
        onePage,
        { startedAt: startedAt.toISOString(), page: page + 1 },
        { tx, key: onePage, runAt },
      )
    })
    return
  }
  await lookForUnseen(uses, startedAt)
  await db.orm.delete(foreignServer).where(lt(foreignServer.seenAt, startedAt))
  await db.orm
    .update(lookBack)
    .set({ found, foreignServers: found, touchedAt, finishedAt: clock.now() })
    .where(isCurrent)
}

export const readLookBackPage = async (uses: ServerUses, startedAt: Date, page: number): Promise<void> => {
  try {
    await readPage(uses, startedAt, page)
  } catch (error) {
    if (!isPanelError(error)) throw error
    // The next look begins anew; the health check tells when none has reached the end for long.
    uses.log.warn(
      { reason: error.reason, detail: error.detail, page },
      'look back at the panel was cut short',
    )
    // It is over, so that the next one need not wait until this counts as abandoned.
    await uses.db.orm.update(lookBack).set({ startedAt: null }).where(eq(lookBack.startedAt, startedAt))
  }
}
