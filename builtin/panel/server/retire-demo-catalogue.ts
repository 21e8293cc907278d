import { sql } from 'drizzle-orm'
import { demoAddress, type DemoCatalogueUses } from './offer-demo-catalogue.ts'

/** Takes the demonstration's catalogue off sale, once, when a real panel is connected: its ids name other things there. */
export const retireDemoCatalogue = async (uses: DemoCatalogueUses): Promise<void> => {
  const [locations, categories, eggs] = [uses.locations.get(), uses.categories.get(), uses.eggs.get()]
  if (uses.panel.mode() !== 'connected' || !locations || !categories || !eggs) return
  // Earlier versions recorded no rows, but their locations have an address that no node has. Read before the
  // transaction, which must not take a second connection.
  const unrecorded = (await locations.list({ status: ['online', 'maintenance'] })).filter(
    ({ nodeIp }) => nodeIp === demoAddress,
  )
  await uses.db.orm.transaction(async (tx) => {
    const claimed = await tx.execute(
      sql`update panel.demo_catalogue set retired_at = now() where retired_at is null returning 1`,
    )
    if (claimed.rows.length === 0) return
    const { rows } = await tx.execute<{ kind: string; id: string }>(sql`select kind, id from panel.demo_row`)
    const ids = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id }) => id)
    const count = {
      locations: await locations.change(tx, [...ids('location'), ...unrecorded.map(({ id }) => id)], {
        status: 'offline',
      }),
      categories: await categories.change(tx, ids('category'), { enabled: false }),
      eggs: await eggs.change(tx, ids('egg'), { enabled: false }),
    }
    if (Object.values(count).some((changed) => changed > 0))
      uses.log.warn(count, 'demonstration catalogue switched off, since a panel is connected')
  })
}
