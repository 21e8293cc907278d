import { NotificationKinds } from '@spawnpoint/contracts/notifications'
import { buildFailed } from '@spawnpoint/contracts/server-queue'
import { memberOf } from '@spawnpoint/sdk/common'
import { createEmailTexts, listen, provide, type Queries } from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import { serverUses, type ServerUses } from './server-uses.ts'

const readTexts = createEmailTexts('servers', join(import.meta.dirname, '..', 'locales'))

type Params = Readonly<Record<string, string | number>>

const renewalFailed = { plugin: 'servers', kind: 'renewal-failed' } as const

const kind = (id: string, order: number, emailsByDefault: boolean) => ({
  id,
  plugin: 'servers',
  order,
  email: (locale: string, params: Params) => readTexts(locale, id, params),
  emailsByDefault,
})

/** Servers among the events that people are notified of. */
export const serverKinds = provide(memberOf(NotificationKinds, 'servers'), {}, () => [
  kind('built', 10, false),
  kind('failed', 11, true),
  {
    ...renewalFailed,
    id: renewalFailed.kind,
    order: 12,
    // Sent with the renewal emails, which name the reason.
    email: 'own' as const,
    headline: (locale: string, params: Params) => readTexts(locale, 'renewal-refused', params).subject,
    emailsByDefault: true,
  },
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

/** The key names the period and the reason, of which the owner hears once each. */
export const notifyOfFailedRenewal = async (
  { notifications }: ServerUses,
  tx: Queries,
  { id, owner, name }: { readonly id: string; readonly owner: string; readonly name: string },
  key: string,
): Promise<void> =>
  notifications.get()?.notify(tx, {
    ...renewalFailed,
    user: owner,
    params: { server: name },
    link: `/server/${id}/renew`,
    key: `${id}:${key}`,
  })

/** Without notifications there are no preferences either. */
export const mayEmailOfFailedRenewal = async (
  { notifications }: ServerUses,
  tx: Queries,
  owner: string,
): Promise<boolean> => (await notifications.get()?.wantsEmail(tx, owner, renewalFailed)) ?? true

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
