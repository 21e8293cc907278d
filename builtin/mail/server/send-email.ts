import { Clock, Database, defineJob, EndpointFailure, Log } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { findEmail, markFailed, markSent, markWaiting } from './email-queries.ts'
import { PostOffice, reasonOf } from './post-office.ts'
import { writeMessage } from './write-message.ts'

export const SEND_EMAIL = 'send-email'

/** Sends a queued email; what the mail server refuses is tried again with growing pauses. */
export const sendEmail = defineJob(
  SEND_EMAIL,
  { payload: z.object({ email: z.uuid() }), maxAttempts: 8 },
  { db: Database, clock: Clock, post: PostOffice, log: Log },
  async ({ payload: { email: id }, attempt, maxAttempts, db, clock, post, log }) => {
    const email = await findEmail(db.orm, id)
    if (!email || email.status !== 'queued') return
    try {
      await post.deliver(writeMessage(email))
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
