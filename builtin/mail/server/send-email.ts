import {
  Clock,
  Database,
  defineJob,
  EndpointFailure,
  Instance,
  Log,
  Secrets,
  Sessions,
  Settings,
  type SecretsService,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { findBounce, isDeadAddress, recordBounce, removeBounce } from './bounces.ts'
import { findEmail, markFailed, markSent, markWaiting } from './email-queries.ts'
import { PostOffice, reasonOf } from './post-office.ts'
import { layoutOf, writeMessage } from './write-message.ts'

export const SEND_EMAIL = 'send-email'

const LINK_LOST = 'Not sent, because its link was sealed with another SECRET_KEY.'

/** Emails that an older version queued hold their link in clear. Undefined where another SECRET_KEY sealed it. */
function openLink(secrets: SecretsService, stored: string | null): string | null | undefined {
  if (stored === null || /^https?:/.test(stored)) return stored
  try {
    return secrets.open(stored)
  } catch {
    return undefined // the key of the instance was replaced: no attempt will open it
  }
}

/** Why an email is not even tried. */
export const bouncedBefore = (reason: string) =>
  `Not sent, because this address bounced. ${reason}`.slice(0, 300)

/** Sends a queued email; what the mail server refuses is tried again with growing pauses. */
export const sendEmail = defineJob(
  SEND_EMAIL,
  { payload: z.object({ email: z.uuid() }), maxAttempts: 8 },
  {
    db: Database,
    clock: Clock,
    post: PostOffice,
    log: Log,
    secrets: Secrets,
    sessions: Sessions,
    settings: Settings,
    instance: Instance,
  },
  async ({
    payload: { email: id },
    attempt,
    maxAttempts,
    db,
    clock,
    post,
    log,
    secrets,
    sessions,
    ...layout
  }) => {
    const email = await findEmail(db.orm, id)
    if (!email || email.status !== 'queued') return
    const { address, userId: user } = email
    const known = await findBounce(db.orm, address)
    if (known && !email.requested) {
      const reason = bouncedBefore(known.reason)
      log.warn({ email: id, reason }, 'an email was not sent')
      await markFailed(db.orm, id, reason)
      return
    }
    const actionUrl = openLink(secrets, email.actionUrl)
    if (actionUrl === undefined) {
      log.warn({ email: id, reason: LINK_LOST }, 'an email was not sent')
      await markFailed(db.orm, id, LINK_LOST)
      return
    }
    try {
      const content = { ...email, actionUrl }
      await post.deliver(writeMessage(content, layoutOf(layout, email.locale)), { messageId: id })
    } catch (error) {
      const reason = reasonOf(error)
      log.warn({ email: id, attempt, maxAttempts, reason }, 'an email was not sent')
      if (isDeadAddress(error))
        return db.orm.transaction(async (tx) => {
          // An erased person's email is gone, and the address is not to be kept.
          if (!(await markFailed(tx, id, reason))) return
          await recordBounce(tx, { address, user, reason, since: clock.now() })
          if (user !== null) await sessions.changed(tx, user)
        })
      if (attempt >= maxAttempts) {
        await markFailed(db.orm, id, reason)
        return
      }
      await markWaiting(db.orm, id, reason)
      // An expected failure: a mail server that is down is no fault of this plugin, which must not be quarantined for it.
      throw new EndpointFailure('MAIL_FAILED', 422, { details: { reason } })
    }
    await markSent(db.orm, id, clock.now())
    if (!known) return
    await db.orm.transaction(async (tx) => {
      await removeBounce(tx, address)
      if (user !== null) await sessions.changed(tx, user)
    })
  },
)
