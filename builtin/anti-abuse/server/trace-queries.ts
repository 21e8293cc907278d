import type { Queries } from '@spawnpoint/sdk/server'
import { eq, lt, sql } from 'drizzle-orm'
import { clearance, registration, trace } from './tables.ts'

type Kind = typeof trace.$inferSelect.kind

export const saveRegistration = (db: Queries, row: typeof registration.$inferInsert) =>
  db.insert(registration).values(row).onConflictDoNothing()

export const isRegistered = async (db: Queries, user: string): Promise<boolean> =>
  (await db.$count(registration, eq(registration.userId, user))) > 0

/** Written once a day at most: an address is seen at each coin. */
export const saveTrace = (db: Queries, userId: string, kind: Kind, hash: string, seenAt: Date) =>
  db
    .insert(trace)
    .values({ userId, kind, hash, seenAt })
    .onConflictDoUpdate({
      target: [trace.userId, trace.kind, trace.hash],
      set: { seenAt },
      setWhere: lt(trace.seenAt, new Date(seenAt.getTime() - 86_400_000)),
    })

export interface Likeness {
  readonly other: string
  readonly device: boolean
  readonly mailbox: boolean
  readonly network: boolean
  readonly timing: boolean
}

const shares = (kind: Kind) => sql`exists (select from anti_abuse.trace a
  join anti_abuse.trace b on b.kind = a.kind and b.hash = a.hash and b.user_id = o.user_id
  where a.user_id = m.user_id and a.kind = ${kind})`

/** Older accounts with the same device or mailbox, and what else they have in common. A network alone finds nobody. */
export async function findAlike(db: Queries, user: string): Promise<readonly Likeness[]> {
  const { rows } = await db.execute<Likeness & Record<string, unknown>>(sql`
    select o.user_id as other, ${shares('device')} as device, o.mailbox = m.mailbox as mailbox,
      coalesce(o.network = m.network, false) or ${shares('network')} as network,
      coalesce(o.network = m.network, false) and m.at - o.at <= interval '6 hours' as timing
    from anti_abuse.registration m
    join anti_abuse.registration o on (o.at, o.user_id) < (m.at, m.user_id) and (o.mailbox = m.mailbox
      or o.user_id in (select b.user_id from anti_abuse.trace a
        join anti_abuse.trace b on b.kind = a.kind and b.hash = a.hash
        where a.user_id = m.user_id and a.kind = 'device'))
    where m.user_id = ${user} order by o.at limit 20`)
  return rows
}

export interface Related extends Likeness {
  readonly at: Date
}

/** Accounts of any age that share a browser, a mailbox or a network with one. */
export async function findRelated(db: Queries, user: string): Promise<readonly Related[]> {
  const { rows } = await db.execute<Related & Record<string, unknown>>(sql`
    select o.user_id as other, o.at, ${shares('device')} as device, o.mailbox = m.mailbox as mailbox,
      coalesce(o.network = m.network, false) or ${shares('network')} as network,
      coalesce(o.network = m.network, false)
        and abs(extract(epoch from m.at - o.at)) <= 6 * 3600 as timing
    from anti_abuse.registration m
    join anti_abuse.registration o on o.user_id <> m.user_id and (o.mailbox = m.mailbox
      or o.user_id in (select b.user_id from anti_abuse.trace a
        join anti_abuse.trace b on b.kind = a.kind and b.hash = a.hash where a.user_id = m.user_id))
    where m.user_id = ${user} order by o.at desc limit 50`)
  return rows
}

export const listCleared = async (db: Queries, user: string): Promise<ReadonlySet<string>> =>
  new Set((await db.select().from(clearance).where(eq(clearance.userId, user))).map(({ sign }) => sign))

export const saveCleared = async (db: Queries, userId: string, sign: string | null): Promise<void> => {
  if (sign !== null) await db.insert(clearance).values({ userId, sign }).onConflictDoNothing()
}

/** Devices and networks are compared for a month. */
export async function forgetOld(db: Queries, before: Date): Promise<void> {
  await db.delete(trace).where(lt(trace.seenAt, before))
  await db.update(registration).set({ network: null }).where(lt(registration.at, before))
}

export async function forgetTraces(db: Queries, user: string): Promise<void> {
  await db.delete(trace).where(eq(trace.userId, user))
  await db.delete(registration).where(eq(registration.userId, user))
  await db.delete(clearance).where(eq(clearance.userId, user))
}
