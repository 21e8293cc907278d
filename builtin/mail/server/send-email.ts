import {
  Clock,
  Database,
  defineJob,
  EndpointFailure,
  Instance,
  Log,
  Secrets,
  Settings,
  type SecretsService,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { findEmail, markFailed, markSent, markWaiting } from './email-queries.ts'
import { PostOffice, reasonOf } from './post-office.ts'
import { layoutOf, writeMessage } from './write-message.ts'

export const SEND_EMAIL = 'send-email'

/** Emails that an older version queued hold their link in clear. */
const openLink = (secrets: SecretsService, stored: string | null) =>
  stored === null || /^https?:/.test(stored) ? stored : secrets.open(stored)

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
    settings: Settings,
    instance: Instance,
  },
  async ({ payload: { email: id }, attempt, maxAttempts, db, clock, post, log, secrets, ...layout }) => {
    const email = await findEmail(db.orm, id)
    if (!email || email.status !== 'queued') return
    try {
      const content = { ...email, actionUrl: openLink(secrets, email.actionUrl) }
      await post.deliver(writeMessage(content, layoutOf(layout, email.locale)), { messageId: id })
    } catch (error) {
      const reason = reasonOf(error)
      log.warn({ email: id, attempt, maxAttempts, reason }, 'an email was not sent')
      if (attempt >= maxAttempts) return markFailed(db.orm, id, reason)
      await markWaiting(db.orm, id, reason)
      // An expected failure: a mail server that is down is no fault of this plugin, which must not be quarantined for it.
      throw new EndpointFailure('MAIL_FAILED', 422, { details: { reason } })
    }
    await markSent(db.orm, id, clock.now())
  },
)
