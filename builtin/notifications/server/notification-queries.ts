import type { KindName, NewNotification } from '@spawnpoint/contracts/notifications'
import { readPage } from '@spawnpoint/sdk/list/server'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, eq, inArray, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { delivery, device, notification, preference, routine } from './tables.ts'

/** More is shown as "99+" and not counted. */
const MOST_COUNTED = 100

const isOf = (table: typeof notification | typeof preference, { plugin, kind }: KindName) =>
  and(eq(table.plugin, plugin), eq(table.kind, kind))

const valuesOf = ({ plugin, kind, params = {}, link, key }: NewNotification, at: Date): SQL =>
  sql`${plugin}, ${kind}, ${JSON.stringify(params)}::jsonb, ${link ?? null}, ${key ?? null}, ${at.toISOString()}::timestamptz`

/** One row for each person who has not turned the kind off; a key that a person knows adds none. */
export const saveNotifications = async (
  tx: Queries,
  users: readonly string[] | 'everyone',
  what: NewNotification,
  at: Date,
): Promise<void> => {
  const people =
    users === 'everyone'
      ? sql`select id from kernel.identity where banned_at is null and deleted_at is null`
      : sql`select unnest(${sql.param([...users])}::uuid[]) as id`
  await tx.execute(sql`
    insert into notifications.notification (person, plugin, kind, params, link, event_key, created_at)
    select people.id, ${valuesOf(what, at)} from (${people}) people
    where not exists (
      select from notifications.preference p
      where p.person = people.id and p.plugin = ${what.plugin} and p.kind = ${what.kind} and p.in_app = false
    )
    on conflict do nothing`)
}

export const countUnreadOf = async (db: Queries, person: string): Promise<number> => {
  const rows = await db
    .select({ id: notification.id })
    .from(notification)
    .where(and(eq(notification.person, person), isNull(notification.readAt), isNull(notification.doneAt)))
    .limit(MOST_COUNTED)
  return rows.length
}

export const listOf = (
  db: Queries,
  person: string,
  page: { readonly cursor?: string | undefined; readonly limit: number; readonly show: 'inbox' | 'done' },
) =>
  readPage({
    sort: 'createdAt',
    order: 'desc',
    by: notification.createdAt,
    id: notification.id,
    cursor: page.cursor,
    limit: page.limit,
    read: ({ past, orderBy, limit, position }) =>
      db
        .select({
          id: notification.id,
          plugin: notification.plugin,
          kind: notification.kind,
          params: notification.params,
          link: notification.link,
          createdAt: notification.createdAt,
          readAt: notification.readAt,
          doneAt: notification.doneAt,
          ...position,
        })
        .from(notification)
        .where(
          and(
            eq(notification.person, person),
            page.show === 'done' ? isNotNull(notification.doneAt) : isNull(notification.doneAt),
            past,
          ),
        )
        .orderBy(...orderBy)
        .limit(limit),
  })

export interface Marks {
  readonly read?: boolean | undefined
  readonly done?: boolean | undefined
}

/** Done implies read. Answers whether the person has such a notification. */
export const markOne = async (
  tx: Queries,
  person: string,
  id: string,
  { read, done }: Marks,
  at: Date,
): Promise<boolean> => {
  const isRead = done === true ? true : read
  const { id: own, readAt, doneAt } = notification
  const rows = await tx
    .update(notification)
    .set({
      readAt:
        isRead === undefined ? sql`${readAt}` : isRead ? sql`coalesce(${readAt}, ${at.toISOString()})` : null,
      doneAt:
        done === undefined ? sql`${doneAt}` : done ? sql`coalesce(${doneAt}, ${at.toISOString()})` : null,
    })
    .where(and(eq(own, id), eq(notification.person, person)))
    .returning({ id: own })
  return rows.length > 0
}

export const markAll = (tx: Queries, person: string, as: 'read' | 'done', at: Date) =>
  tx
    .update(notification)
    .set({
      readAt: sql`coalesce(${notification.readAt}, ${at.toISOString()})`,
      ...(as === 'done' && { doneAt: at }),
    })
    .where(
      and(
        eq(notification.person, person),
        isNull(notification.doneAt),
        as === 'read' ? isNull(notification.readAt) : undefined,
      ),
    )

export const listPreferences = (db: Queries, person: string) =>
  db.select().from(preference).where(eq(preference.person, person))

export const savePreference = (
  db: Queries,
  person: string,
  kind: KindName,
  change: Partial<Record<'inApp' | 'email' | 'push' | 'discord', boolean>>,
) =>
  db
    .insert(preference)
    .values({ person, plugin: kind.plugin, kind: kind.kind, ...change })
    .onConflictDoUpdate({
      target: [preference.person, preference.plugin, preference.kind],
      // An empty change would be no valid statement.
      set: { plugin: kind.plugin, ...change },
    })

/** The choices of some people about the email of a kind; those without one have the default. */
export const readEmailChoices = async (
  tx: Queries,
  kind: KindName,
  users: readonly string[] | 'everyone',
): Promise<ReadonlyMap<string, boolean>> => {
  const rows = await tx
    .select({ person: preference.person, email: preference.email })
    .from(preference)
    .where(
      and(
        isOf(preference, kind),
        users === 'everyone' ? eq(preference.email, true) : inArray(preference.person, [...users]),
      ),
    )
  return new Map(rows.flatMap(({ person, email }) => (email === null ? [] : [[person, email] as const])))
}

/** Done ones are kept for a while, and all of them not for ever. */
export const dropOld = (db: Queries, { done, all }: { readonly done: Date; readonly all: Date }) =>
  db.delete(notification).where(or(lt(notification.doneAt, done), lt(notification.createdAt, all)))

export const forgetPerson = async (db: Queries, person: string): Promise<void> => {
  for (const table of [routine, device, delivery]) await db.delete(table).where(eq(table.person, person))
  await db.delete(notification).where(eq(notification.person, person))
  await db.delete(preference).where(eq(preference.person, person))
}
