import { setTypingState } from '@spawnpoint/contracts/tickets'
import { answer } from '@spawnpoint/sdk/server'
import { setTyping } from './presence-queries.ts'
import { findTicket } from './ticket-queries.ts'
import { ticketUses } from './ticket-uses.ts'

export const handleSetTyping = answer(
  setTypingState,
  ticketUses,
  async ({ actor, params, body, fail, db }) => {
    if (!(await findTicket(db.orm, params.id))) throw fail('NOT_FOUND')
    await setTyping(db.orm, params.id, actor.id, body.typing)
    return {}
  },
)
