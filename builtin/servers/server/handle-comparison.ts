import { readComparison, startComparison } from '@spawnpoint/contracts/servers'
import { answer } from '@spawnpoint/sdk/server'
import { asc, sql } from 'drizzle-orm'
import { startLookBack } from './look-back.ts'
import { serverUses } from './server-uses.ts'
import { lookBack, server, type ServerRecord } from './tables.ts'

const mostShown = 100

const differing = sql`${server.status} <> 'deleting' and (${server.panelState} in ('missing', 'install-failed')
  or (${server.panelState} = 'suspended' and ${server.status} = 'active') or ${server.panelOwnerDiffers})`

const differenceOf = ({ panelState }: ServerRecord) => {
  if (panelState === 'missing' || panelState === 'install-failed') return panelState
  return panelState === 'suspended' ? ('suspended-there' as const) : ('other-owner' as const)
}

const isRunning = (look: typeof lookBack.$inferSelect | undefined) =>
  look !== undefined && look.startedAt !== null && look.finishedAt === null

export const handleReadComparison = answer(readComparison, serverUses, async ({ db, panel, users }) => {
  const rows = await db.orm.select().from(server).where(differing).orderBy(asc(server.id)).limit(mostShown)
  const [look] = await db.orm.select().from(lookBack)
  const people = new Map(
    (await users.findMany([...new Set(rows.map(({ owner }) => owner))])).map(({ id, username }) => [
      id,
      username,
    ]),
  )
  return {
    connected: panel.mode() === 'connected',
    running: isRunning(look),
    comparedAt: look?.finishedAt?.toISOString() ?? null,
    ours: rows.map((row) => ({
      id: row.id,
      name: row.name,
      owner: { id: row.owner, username: people.get(row.owner) ?? null },
      panelId: row.panelId,
      difference: differenceOf(row),
    })),
    foreign: { count: look?.foreignServers.count ?? 0, first: [...(look?.foreignServers.first ?? [])] },
  }
})

export const handleStartComparison = answer(startComparison, serverUses, async (services) => {
  await startLookBack(services)
  const [look] = await services.db.orm.select().from(lookBack)
  return { running: isRunning(look) }
})
