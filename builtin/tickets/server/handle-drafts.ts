import { readDraft, saveDraft } from '@spawnpoint/contracts/tickets'
import { answer, type Actor } from '@spawnpoint/sdk/server'
import { listUnsent } from './attachment-queries.ts'
import { deleteDraft, findDraft, putDraft } from './draft-queries.ts'
import { presentFile } from './present-tickets.ts'
import { findTicket } from './ticket-queries.ts'
import { ticketUses, type TicketUses } from './ticket-uses.ts'

/** The ticket of a draft; undefined where the caller may not read it. */
async function readPlace({ db }: TicketUses, actor: Actor, id: string | undefined) {
  if (id === undefined) return null
  const row = await findTicket(db.orm, id)
  return row && (row.owner === actor.id || actor.can('admin.tickets.view')) ? row.id : undefined
}

export const handleReadDraft = answer(readDraft, ticketUses, async ({ actor, query, fail, ...uses }) => {
  const place = await readPlace(uses, actor, query.ticket)
  if (place === undefined) throw fail('NOT_FOUND')
  const found = await findDraft(uses.db.orm, actor.id, place)
  const files = await listUnsent(uses.db.orm, actor.id, place)
  return {
    draft: found && { subject: found.subject, body: found.body },
    files: files.map(presentFile),
  }
})

// PostgreSQL stores neither.
const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed()

export const handleSaveDraft = answer(saveDraft, ticketUses, async ({ actor, body, fail, ...uses }) => {
  const place = await readPlace(uses, actor, body.ticket)
  if (place === undefined) throw fail('NOT_FOUND')
  const text = { subject: storable(body.subject), body: storable(body.body) }
  if (text.subject.trim() === '' && text.body.trim() === '') await deleteDraft(uses.db.orm, actor.id, place)
  else
    await putDraft(uses.db.orm, {
      person: actor.id,
      ticketId: place,
      ...text,
      updatedAt: uses.clock.now(),
    })
  return {}
})
