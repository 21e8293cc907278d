import type { HealthReport } from '@spawnpoint/sdk/server'
import { count, ne, sql } from 'drizzle-orm'
import type { ServerUses } from './server-uses.ts'
import { lookBack, server } from './tables.ts'

const mostNamed = 5
const overdueMs = 3_600_000

const countWhere = (condition: ReturnType<typeof sql>) =>
  sql<number>`(count(*) filter (where ${condition}))::int`

const readFigures = async ({ db }: Pick<ServerUses, 'db'>) => {
  const [figures] = await db.orm
    .select({
      all: count(),
      missing: countWhere(sql`${server.panelState} = 'missing'`),
      failed: countWhere(sql`${server.panelState} = 'install-failed'`),
      suspended: countWhere(sql`${server.panelState} = 'suspended' and ${server.status} = 'active'`),
      owners: countWhere(sql`${server.panelOwnerDiffers}`),
      differing: countWhere(
        sql`${server.panelState} in ('missing', 'install-failed') or ${server.panelOwnerDiffers}
          or (${server.panelState} = 'suspended' and ${server.status} = 'active')`,
      ),
    })
    .from(server)
    .where(ne(server.status, 'deleting'))
  return figures ?? { all: 0, missing: 0, failed: 0, suspended: 0, owners: 0, differing: 0 }
}

const agreement = (all: number) => {
  if (all === 0) return 'There are no servers to compare yet.'
  return all === 1 ? '1 server agrees with the panel.' : `${all} servers agree with the panel.`
}

/** How our servers and those of the panel agree: a line on the health page. */
export const checkServers = async (
  uses: Pick<ServerUses, 'db' | 'clock' | 'panel'>,
): Promise<HealthReport> => {
  if (uses.panel.mode() !== 'connected')
    return {
      status: 'healthy',
      code: 'unconnected',
      detail: 'Servers are compared once a game panel is connected.',
    }
  const counts = await readFigures(uses)
  const { all, missing, failed, suspended, owners, differing } = counts
  const [look] = await uses.db.orm.select().from(lookBack)
  const { count: foreign, first } = look?.foreignServers ?? { count: 0, first: [] }
  const named = first
    .slice(0, mostNamed)
    .map(({ id, name }) => `${name} (#${id})`)
    .join(', ')
  const differences = [
    ...(missing > 0 ? [`${missing} missing on the panel`] : []),
    ...(failed > 0 ? [`${failed} with a failed installation`] : []),
    ...(suspended > 0 ? [`${suspended} suspended on the panel only`] : []),
    ...(owners > 0 ? [`${owners} owned by another account on the panel`] : []),
  ]
  const foreigners = foreign > 0 ? ` Not created here: ${foreign}, such as ${named}.` : ''
  const lastTouched = look?.touchedAt?.getTime() ?? null
  if (lastTouched !== null && uses.clock.now().getTime() - lastTouched > overdueMs)
    return {
      status: 'warning',
      code: 'overdue',
      detail: 'The servers were not compared with the panel for an hour.',
      todo: 'Check the game panel and the scheduled jobs.',
    }
  return differences.length > 0
    ? {
        status: 'warning',
        code: 'differ',
        values: { all, differing, foreign },
        detail: `Of ${all} servers: ${differences.join(', ')}.${foreigners}`,
        todo: 'Open Servers → Compare with panel, and settle each.',
        page: { route: 'servers-list', tab: 'comparison' },
      }
    : {
        status: 'healthy',
        code: foreign > 0 ? 'foreign' : 'agree',
        values: { all, foreign },
        detail: `${agreement(all)}${foreigners}`,
      }
}
