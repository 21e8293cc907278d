import {
  clearUserBounce,
  Mail,
  readOwnBounce,
  readUserBounce,
  retryOwnAddress,
} from '@spawnpoint/contracts/mail'
import { Users } from '@spawnpoint/contracts/users'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { answer, Audit, createEmailTexts, Database, Limits, Sessions, Settings } from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import { findBounce, removeBounce } from './bounces.ts'

const readEmailTexts = createEmailTexts('mail', join(import.meta.dirname, '..', 'locales'))

const uses = { db: Database, users: Users, sessions: Sessions }

type Uses = ServicesOf<typeof uses>

async function bounceOf({ db, users }: Pick<Uses, 'db' | 'users'>, id: string) {
  const person = await users.find(id)
  return { person, found: person && (await findBounce(db.orm, person.email)) }
}

const present = (found: Awaited<ReturnType<typeof findBounce>>) => ({
  bounced: found && { address: found.address, reason: found.reason, since: found.since.toISOString() },
})

export const handleReadOwnBounce = answer(readOwnBounce, uses, async ({ actor, ...services }) =>
  present((await bounceOf(services, actor.id)).found),
)

export const handleRetryOwnAddress = answer(
  retryOwnAddress,
  { ...uses, limits: Limits, mail: Mail, settings: Settings },
  async ({ actor, fail, limits, mail, settings, ...services }) => {
    const { person, found } = await bounceOf(services, actor.id)
    if (!person || !found) throw fail('MAIL_NOT_BOUNCED')
    if (!(await limits.take(`mail:retry:${actor.id}`, { max: 3, perSeconds: 3_600 })))
      throw fail('MAIL_TOO_MANY_RETRIES')
    const setting = (key: string) => String(settings.describe().find((each) => each.key === key)?.value ?? '')
    const locale = (await services.users.preferences(actor.id)).locale ?? (setting('app_lang') || 'EN')
    const { subject, paragraphs, purpose } = readEmailTexts(locale, 'reachable', {
      app: setting('app_name'),
      name: person.username,
    })
    const to = { user: person.id, address: person.email, locale }
    await services.db.orm.transaction(async (tx) => {
      await removeBounce(tx, person.email)
      await mail.send(tx, { to, subject, paragraphs, purpose })
      await services.sessions.changed(tx, actor.id)
    })
    return { address: person.email }
  },
)

export const handleReadUserBounce = answer(readUserBounce, uses, async ({ params, fail, ...services }) => {
  const { person, found } = await bounceOf(services, params.user)
  if (!person) throw fail('NOT_FOUND')
  return present(found)
})

export const handleClearUserBounce = answer(
  clearUserBounce,
  { ...uses, audit: Audit },
  async ({ actor, params, ip, fail, audit, ...services }) => {
    const { person, found } = await bounceOf(services, params.user)
    if (!person) throw fail('NOT_FOUND')
    await services.db.orm.transaction(async (tx) => {
      if (!found || !(await removeBounce(tx, found.address))) throw fail('MAIL_NOT_BOUNCED')
      await audit.write(tx, { actor: actor.id, action: 'mail:bounce-cleared', target: person.id, ip })
      await services.sessions.changed(tx, person.id)
    })
    return { bounced: null }
  },
)
