import { attachFile, attachStaffFile, removeFile } from '@spawnpoint/contracts/tickets'
import { rowId } from '@spawnpoint/sdk/common'
import { answer } from '@spawnpoint/sdk/server'
import { deleteUnsent } from './attachment-queries.ts'
import { presentFile } from './present-tickets.ts'
import { storeFile } from './store-file.ts'
import { findTicket, findTicketOf } from './ticket-queries.ts'
import { ticketUses } from './ticket-uses.ts'

/** The ticket that a form names; undefined where it names none that can be. */
const readPlace = ({ ticket }: Readonly<Record<string, string>>) =>
  ticket === undefined || ticket === '' ? null : rowId.safeParse(ticket).data

export const handleAttachFile = answer(attachFile, ticketUses, async ({ actor, body, fail, ...uses }) => {
  const place = readPlace(body.fields)
  if (place === undefined || (place !== null && !(await findTicketOf(uses.db.orm, actor.id, place))))
    throw fail('NOT_FOUND')
  const outcome = await storeFile(uses, { owner: actor.id, place, file: body })
  if ('failure' in outcome) throw fail(outcome.failure)
  return presentFile(outcome.file)
})

export const handleAttachStaffFile = answer(
  attachStaffFile,
  ticketUses,
  async ({ actor, body, fail, ...uses }) => {
    const place = readPlace(body.fields)
    if (!place || !(await findTicket(uses.db.orm, place))) throw fail('NOT_FOUND')
    const outcome = await storeFile(uses, { owner: actor.id, place, file: body })
    if ('failure' in outcome) throw fail(outcome.failure)
    return presentFile(outcome.file)
  },
)

export const handleRemoveFile = answer(removeFile, ticketUses, async ({ actor, params, fail, db }) => {
  if (!(await deleteUnsent(db.orm, actor.id, params.id))) throw fail('NOT_FOUND')
  return {}
})
