import {
  EndpointFailure,
  type ClockService,
  type DatabaseService,
  type JobContext,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { findLetter, markFailed, markSent } from './letter-queries.ts'
import { reasonOf, type PostOffice } from './post-office.ts'
import { writeMessage } from './write-message.ts'

export const SEND_LETTER = 'send-letter'
export const sendLetterPayload = z.object({ letter: z.uuid() })

/** Sends a queued letter; what the mail server refuses is tried again with growing pauses. */
export const sendLetter =
  (uses: { db: DatabaseService; clock: ClockService; post: PostOffice }) =>
  async ({ letter: id }: z.output<typeof sendLetterPayload>, { attempt, maxAttempts }: JobContext) => {
    const { db, clock, post } = uses
    const letter = await findLetter(db.orm, id)
    if (!letter || letter.status !== 'queued') return
    try {
      await post.deliver(writeMessage(letter))
    } catch (error) {
      if (attempt >= maxAttempts) return markFailed(db.orm, id, reasonOf(error))
      // An expected failure: a mail server that is down is no fault of this plugin, which must not be quarantined for it.
      throw new EndpointFailure('MAIL_FAILED', 422, { details: { reason: reasonOf(error) } })
    }
    await markSent(db.orm, id, clock.now())
  }
