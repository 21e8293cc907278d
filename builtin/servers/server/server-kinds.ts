import { NotificationKinds } from '@spawnpoint/contracts/notifications'
import { buildFailed } from '@spawnpoint/contracts/server-queue'
import { memberOf } from '@spawnpoint/sdk/common'
import { createEmailTexts, listen, provide, type Queries } from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import { serverUses, type ServerUses } from './server-uses.ts'
import type { ServerRecord } from './tables.ts'

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

/** Steps of a server's end, each with the renewal email whose subject says it. The email is sent with the step. */
const expirySteps = {
  expiring: 'renewal-reminder',
  expired: 'renewal-expired',
  'expiry-suspended': 'renewal-suspended',
  'expiry-deleted': 'renewal-deleted',
} as const

type ExpiryStep = keyof typeof expirySteps

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
  ...Object.entries(expirySteps).map(([id, email], index) => ({
    id,
    plugin: 'servers',
    order: 13 + index,
    email: null,
    headline: (locale: string, params: Params) => readTexts(locale, email, params).subject,
    emailsByDefault: false,
  })),
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

/** Also without a mail server nobody's server ends unannounced. The key names the period, and the day of a reminder. */
export const notifyOfExpiry = async (
  { notifications }: ServerUses,
  tx: Queries,
  { id, owner, name, expiresAt }: ServerRecord,
  { step, days = 0 }: { readonly step: ExpiryStep; readonly days?: number },
): Promise<void> =>
  notifications.get()?.notify(tx, {
    plugin: 'servers',
    kind: step,
    user: owner,
    params: { server: name, count: days },
    link: step === 'expiry-deleted' ? '/dashboard' : `/server/${id}/renew`,
    key: `${id}:${expiresAt?.toISOString() ?? ''}:${days}`,
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
