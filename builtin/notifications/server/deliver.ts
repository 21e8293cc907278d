import type { NotificationKind } from '@spawnpoint/contracts/notifications'
import type { Person } from '@spawnpoint/contracts/users'
import { defineService, type ServicesOf } from '@spawnpoint/sdk/common'
import {
  callOut,
  createEmailTexts,
  defineJob,
  provide,
  Secrets,
  type OutgoingReply,
} from '@spawnpoint/sdk/server'
import { eq } from 'drizzle-orm'
import { join } from 'node:path'
import { z } from 'zod'
import { findKind, notifierUses, readerLocale, sendEmail, siteName } from './create-notifications.ts'
import { claimDue, deleteDeliveries, deleteDevice, listDevices, postpone } from './delivery-queries.ts'
import { authorizePush, encryptPush } from './encrypt-push.ts'
import { readPushKeys } from './push-keys.ts'
import { routine, type Delivery } from './tables.ts'

const locales = join(import.meta.dirname, '..', 'locales')
const readTexts = createEmailTexts('notifications', locales)
// No email, so that staff are not offered a template for it.
const readLine = createEmailTexts('notifications', locales, 'pages')

const deliveryUses = { ...notifierUses, secrets: Secrets }
type Uses = ServicesOf<typeof deliveryUses>

/** The one way out, so that tests stand in for push services and Discord. */
export type CallOut = typeof callOut

const AT_A_TIME = 200
const DAY_S = 86_400
const call = { method: 'POST', timeoutMs: 10_000, largest: 65_536 } as const
/** Minutes until a service that was away is asked again; after the last one it is given up. */
const pauses = [1, 5, 30, 120]

/** One line in the language of the reader. */
function headlineOf(kind: NotificationKind, locale: string, params: Delivery['params']): string {
  if (kind.headline) return kind.headline(locale, params)
  if (typeof kind.email === 'function') return kind.email(locale, params).subject
  return readLine(locale, 'something', params).subject
}

const gone = new Set([404, 410])
const isAway = ({ status }: OutgoingReply) => status === 429 || status >= 500

interface Told {
  readonly what: Delivery
  readonly title: string
  readonly locale: string
}

/** True once nothing is left to try. */
async function push(uses: Uses, out: CallOut, { what, title, locale }: Told): Promise<boolean> {
  const { db, secrets, instance, clock } = uses
  const keys = await readPushKeys(db.orm, secrets)
  const message = JSON.stringify({
    // The declarative form: the browser shows it without running a line of ours.
    web_push: 8030,
    notification: {
      title,
      lang: locale.toLowerCase() === 'md' ? 'zh-Hans' : locale.toLowerCase(),
      tag: `${what.plugin} ${what.kind} ${what.link ?? ''}`,
      navigate: `${instance.origin}${what.link ?? '/dashboard'}`,
    },
  })
  let done = true
  for (const device of await listDevices(db.orm, what.person)) {
    const { endpoint } = device
    const headers = {
      authorization: authorizePush(keys, { endpoint, site: instance.origin, now: clock.now() }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/notification+json',
      ttl: String(DAY_S),
    }
    const reply = await out({ ...call, url: endpoint, headers, body: encryptPush(message, device) }).catch(
      () => null,
    )
    if (reply && gone.has(reply.status)) await deleteDevice(db.orm, what.person, device.id)
    else if (!reply || isAway(reply)) done = false
  }
  return done
}

async function tellDiscord(uses: Uses, out: CallOut, { what, title }: Told): Promise<boolean> {
  const { db, secrets, instance } = uses
  const [own] = await db.orm.select().from(routine).where(eq(routine.person, what.person))
  if (!own?.discordWebhook) return true
  const url = `${instance.origin}${what.link ?? '/dashboard'}`
  const body = JSON.stringify({
    content: `${title}\n<${url}>`,
    // Nothing in a name or a subject calls anybody.
    allowed_mentions: { parse: [] },
  })
  const headers = { 'content-type': 'application/json' }
  const reply = await out({ ...call, url: secrets.open(own.discordWebhook), headers, body }).catch(() => null)
  if (reply && gone.has(reply.status))
    await db.orm.update(routine).set({ discordWebhook: null }).where(eq(routine.person, what.person))
  return reply !== null && !isAway(reply)
}

/** One email for all that waited; for one notification, its own. */
async function sendGathered(uses: Uses, to: Person, waiting: readonly Delivery[]): Promise<void> {
  const { db, mail, instance } = uses
  const known = waiting.flatMap((what) => {
    const kind = findKind(uses, what)
    return kind ? [{ what, kind }] : []
  })
  const [first] = known
  await db.orm.transaction(async (tx) => {
    await deleteDeliveries(
      tx,
      waiting.map(({ id }) => id),
    )
    const post = mail.get()
    if (!first || !post?.isConfigured()) return
    const news = { ...first.what, link: first.what.link ?? '/account' }
    if (known.length === 1) return sendEmail(uses, tx, first.kind, to, news)
    const locale = await readerLocale(uses, to.id, tx)
    const lines = known.map(({ what, kind }) =>
      headlineOf(kind, locale, { ...what.params, ...siteName(uses, to) }),
    )
    const texts = readTexts(locale, 'digest', {
      ...siteName(uses, to),
      number: known.length,
      list: lines.map((line) => `· ${line}`).join('\n\n'),
    })
    await post.send(tx, {
      to: { user: to.id, address: to.email, locale },
      subject: texts.subject,
      paragraphs: texts.paragraphs,
      purpose: texts.purpose,
      action: { label: texts.action, url: `${instance.origin}/dashboard` },
    })
  })
}

async function tryOne(uses: Uses, out: CallOut, what: Delivery, to: Person): Promise<void> {
  const { db, clock } = uses
  const kind = findKind(uses, what)
  if (!kind) return void (await deleteDeliveries(db.orm, [what.id]))
  const locale = await readerLocale(uses, to.id)
  const told = { what, locale, title: headlineOf(kind, locale, { ...what.params, ...siteName(uses, to) }) }
  const isDone = await (what.channel === 'push' ? push(uses, out, told) : tellDiscord(uses, out, told))
  const pause = pauses[what.attempts - 1]
  if (isDone || pause === undefined) return void (await deleteDeliveries(db.orm, [what.id]))
  await postpone(db.orm, what.id, new Date(clock.now().getTime() + pause * 60_000))
}

/** Sends what is due by all channels. */
async function deliverDue(uses: Uses, out: CallOut = callOut): Promise<void> {
  const due = await claimDue(uses.db.orm, uses.clock.now(), AT_A_TIME)
  for (const person of new Set(due.map((each) => each.person))) {
    const theirs = due.filter((each) => each.person === person)
    const to = await uses.users.find(person)
    if (!to || to.bannedReason !== null) {
      await deleteDeliveries(
        uses.db.orm,
        theirs.map(({ id }) => id),
      )
      continue
    }
    const emails = theirs.filter(({ channel }) => channel === 'email')
    if (emails.length > 0) await sendGathered(uses, to, emails)
    for (const what of theirs) if (what.channel !== 'email') await tryOne(uses, out, what, to)
  }
}

const everyMinute = { payload: z.object({}), schedule: '* * * * *', timeoutMs: 240_000 }

/** Sends everything that waits, for the job and for tests, which stand in for the services outside. */
export const Deliveries = defineService<{ run(out?: CallOut): Promise<void> }>('notifications.deliveries')

export const provideDeliveries = provide(Deliveries, deliveryUses, (uses) => ({
  run: (out) => deliverDue(uses, out),
}))

export const deliverJob = defineJob('deliver', everyMinute, { deliveries: Deliveries }, ({ deliveries }) =>
  deliveries.run(),
)
