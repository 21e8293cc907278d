import {
  EndpointFailure,
  type ClockService,
  type DatabaseService,
  type JobContext,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { findEmail, markFailed, markSent } from './email-queries.ts'
import { reasonOf, type PostOffice } from './post-office.ts'
import { writeMessage } from './write-message.ts'

export const SEND_EMAIL = 'send-email'
export const sendEmailPayload = z.object({ email: z.uuid() })

/** Sends a queued email; what the mail server refuses is tried again with growing pauses. */
export const sendEmail =
  (uses: { db: DatabaseService; clock: ClockService; post: PostOffice }) =>
  async ({ email: id }: z.output<typeof sendEmailPayload>, { attempt, maxAttempts }: JobContext) => {
    const { db, clock, post } = uses
    const email = await findEmail(db.orm, id)
    if (!email || email.status !== 'queued') return
    try {
      await post.deliver(writeMessage(email))
    } catch (error) {
      if (attempt >= maxAttempts) return markFailed(db.orm, id, reasonOf(error))
      // An expected failure: a mail server that is down is no fault of this plugin, which must not be quarantined for it.
      throw new EndpointFailure('MAIL_FAILED', 422, { details: { reason: reasonOf(error) } })
    }
    await markSent(db.orm, id, clock.now())
  }
