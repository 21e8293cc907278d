import { NotificationKinds } from '@spawnpoint/contracts/notifications'
import { buildFailed } from '@spawnpoint/contracts/server-queue'
import { memberOf } from '@spawnpoint/sdk/common'
import { createEmailTexts, listen, provide, type Queries } from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import { serverUses, type ServerUses } from './server-uses.ts'

const readTexts = createEmailTexts('servers', join(import.meta.dirname, '..', 'locales'))

const kind = (id: string, order: number, emailsByDefault: boolean) => ({
  id,
  plugin: 'servers',
  order,
  email: (locale: string, params: Readonly<Record<string, string | number>>) => readTexts(locale, id, params),
  emailsByDefault,
})

/** Servers among the events that people are notified of. */
export const serverKinds = provide(memberOf(NotificationKinds, 'servers'), {}, () => [
  kind('built', 10, false),
  kind('failed', 11, true),
])

/** In the transaction in which the server becomes its owner's. */
export const notifyOfServer = async (
  { notifications }: ServerUses,
  tx: Queries,
  { id, owner, name }: { readonly id: string; readonly owner: string; readonly name: string },
): Promise<void> =>
  notifications.get()?.notify(tx, {
    plugin: 'servers',
    kind: 'built',
    user: owner,
    params: { server: name },
    link: `/server/${id}`,
    key: id,
  })

/** An event may be delivered twice: the build is the key. */
export const notifyOfFailure = listen(
  buildFailed,
  serverUses,
  async ({ payload: { id, owner }, db, queue, notifications }) => {
    const failed = (await queue.listOf(owner)).find((build) => build.id === id)
    if (!failed) return
    await db.orm.transaction(async (tx) =>
      notifications.get()?.notify(tx, {
        plugin: 'servers',
        kind: 'failed',
        user: owner,
        params: { server: failed.name },
        link: '/dashboard',
        key: id,
      }),
    )
  },
)
