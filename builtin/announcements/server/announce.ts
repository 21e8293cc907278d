import { NotificationKinds, Notifications } from '@spawnpoint/contracts/notifications'
import { memberOf, optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { createEmailTexts, defineJob, identity, provide, type Queries } from '@spawnpoint/sdk/server'
import { asc, gt } from 'drizzle-orm'
import { join } from 'node:path'
import { z } from 'zod'
import { readerUses } from './find-reader.ts'
import { listToNotify, lockToNotify, markNotified } from './notice-queries.ts'

const readTexts = createEmailTexts('announcements', join(import.meta.dirname, '..', 'locales'))

const kind = (id: string, order: number) => ({
  id,
  plugin: 'announcements',
  order,
  email: (locale: string, params: Readonly<Record<string, string | number>>) => readTexts(locale, id, params),
  emailsByDefault: false,
})

/** Announcements among the events that people are notified of. */
export const announcementKinds = provide(memberOf(NotificationKinds, 'announcements'), {}, () => [
  kind('published', 30),
  kind('incident', 31),
])

const uses = { ...readerUses, notifications: optional(Notifications) }
type Services = ServicesOf<typeof uses>
type Due = NonNullable<Awaited<ReturnType<typeof lockToNotify>>>

/** News that are entered later are no news any more. */
const FRESH_MS = 86_400_000
const AT_A_TIME = 1000

/** Everyone with that role, in pages by id. */
async function listHolders(
  { roles }: Services,
  db: Queries,
  role: string | null,
): Promise<readonly string[]> {
  const found: string[] = []
  let last: string | null = null
  for (;;) {
    const rows: { id: string }[] = await db
      .select({ id: identity.id })
      .from(identity)
      .where(last === null ? undefined : gt(identity.id, last))
      .orderBy(asc(identity.id))
      .limit(AT_A_TIME)
    const held = await roles.rolesOf(rows.map(({ id }) => id))
    found.push(...rows.filter(({ id }) => held.get(id)?.id === role).map(({ id }) => id))
    last = rows.at(-1)?.id ?? null
    if (rows.length < AT_A_TIME) return found
  }
}

async function findAudience(services: Services, db: Queries, { audience, roleId, locationIds }: Due) {
  if (audience === 'everyone') return 'everyone' as const
  if (audience === 'role') return listHolders(services, db, roleId)
  return (await services.places.get()?.ownersIn(locationIds)) ?? []
}

async function announce(services: Services, id: string): Promise<void> {
  const { db, clock, notifications } = services
  await db.orm.transaction(async (tx) => {
    const now = clock.now()
    const due = await lockToNotify(tx, id)
    if (!due?.publishAt) return
    await markNotified(tx, id, now)
    const isUpdate = due.status !== null && due.status !== 'investigating'
    if (!isUpdate && now.getTime() - Date.parse(due.publishAt) > FRESH_MS) return
    await notifications.get()?.notifyMany(tx, {
      plugin: 'announcements',
      kind: due.kind === 'incident' ? 'incident' : 'published',
      users: await findAudience(services, tx, due),
      params: { title: due.title, summary: due.summary },
      link: `/announcements?id=${id}`,
      key: due.status === null ? id : `${id} ${due.updatedAt.toISOString()}`,
    })
  })
}

const everyMinute = { payload: z.object({}), schedule: '* * * * *', timeoutMs: 300_000 }

/** Tells the readers of what has been published since, scheduled announcements and updates of incidents too. */
export const announceJob = defineJob('announce', everyMinute, uses, async (services) => {
  for (const { id } of await listToNotify(services.db.orm, services.clock.now())) await announce(services, id)
})
