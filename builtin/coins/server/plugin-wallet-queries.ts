import type { Queries } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { pluginWallet } from './tables.ts'

// Through Drizzle a bigint arrives as text.
const whole = z.coerce.number().int()
const counted = z.object({ paid: whole, perDay: whole.nullable() })
const charge = z.object({ user: z.string(), amount: whole })

export type PluginSpending = z.output<typeof counted>

const dayOf = (now: Date) => now.toISOString().slice(0, 10)

/** Adds to what the plugin has paid today. The row stays locked until the transaction ends. */
export async function countEarning(
  tx: Queries,
  { plugin, now, amount }: { readonly plugin: string; readonly now: Date; readonly amount: number },
): Promise<PluginSpending> {
  const { rows } = await tx.execute(sql`
    with counted as (
      insert into coins.plugin_earning (plugin, day, coins) values (${plugin}, ${dayOf(now)}::date, ${amount})
      on conflict (plugin, day) do update set coins = plugin_earning.coins + excluded.coins
      returning coins)
    select c.coins as paid, w.earn_per_day as "perDay"
      from counted c left join coins.plugin_wallet w on w.plugin = ${plugin}`)
  return counted.parse(rows[0])
}

export async function findSpending(db: Queries, plugin: string, now: Date): Promise<PluginSpending> {
  const { rows } = await db.execute(sql`
    select coalesce((select e.coins from coins.plugin_earning e
        where e.plugin = ${plugin} and e.day = ${dayOf(now)}::date), 0) as paid,
      (select w.earn_per_day from coins.plugin_wallet w where w.plugin = ${plugin}) as "perDay"`)
  return counted.parse(rows[0])
}

/** Remembers the plugin's name, which its transactions carry also after it has gone. */
export async function rememberName(db: Queries, plugin: string, name: string): Promise<void> {
  await db
    .insert(pluginWallet)
    .values({ plugin, name })
    .onConflictDoUpdate({ target: pluginWallet.plugin, set: { name } })
}

/** Sets or, with null, takes back the budget; answers the one before. */
export async function setBudget(
  tx: Queries,
  plugin: string,
  name: string,
  earnPerDay: number,
): Promise<number | null> {
  const [before] = await tx
    .select({ earnPerDay: pluginWallet.earnPerDay })
    .from(pluginWallet)
    .where(sql`${pluginWallet.plugin} = ${plugin}`)
    .for('update')
  await tx
    .insert(pluginWallet)
    .values({ plugin, name, earnPerDay })
    .onConflictDoUpdate({ target: pluginWallet.plugin, set: { name, earnPerDay } })
  return before?.earnPerDay ?? null
}

export async function dropBudget(db: Queries, plugin: string): Promise<void> {
  await db
    .update(pluginWallet)
    .set({ earnPerDay: null })
    .where(sql`${pluginWallet.plugin} = ${plugin}`)
}

/** The customer and the amount of a charge, by its scope and key. */
export async function findCharge(db: Queries, scope: string, key: string) {
  const { rows } = await db.execute(sql`
    select e.account as user, -e.amount as amount from coins.transfer t
      join coins.entry e on e.transfer = t.id and e.amount < 0
      where t.scope = ${scope} and t.key = ${key}`)
  return rows[0] ? charge.parse(rows[0]) : null
}
