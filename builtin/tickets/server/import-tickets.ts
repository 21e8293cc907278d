import { TicketImport, type TicketImportService } from '@spawnpoint/contracts/tickets'
import { asTransaction, createRowId } from '@spawnpoint/sdk/resource/server'
import { provide, Sessions } from '@spawnpoint/sdk/server'
import { randomUUID } from 'node:crypto'
import { message } from './tables.ts'
import { addWords, insertTicket } from './ticket-queries.ts'

const createTicketImport = ({
  sessions,
}: {
  readonly sessions: { changed(tx: ReturnType<typeof asTransaction>, user: string): Promise<void> }
}): TicketImportService => ({
  async addTickets(open, tickets) {
    const tx = asTransaction(open)
    const ids: string[] = []
    for (const { status, updatedAt, ...ticket } of tickets) {
      const id = createRowId(ticket.createdAt.getTime())
      const row = {
        ...ticket,
        id,
        status,
        updatedAt,
        closedAt: status === 'closed' ? updatedAt : null,
        lastBy: status === 'replied' || status === 'closed' ? ('staff' as const) : ('customer' as const),
        requestKey: randomUUID(),
      }
      await insertTicket(tx, row, ticket.subject)
      ids.push(id)
    }
    for (const owner of new Set(tickets.map((each) => each.owner))) await sessions.changed(tx, owner)
    return ids
  },
  async addMessages(open, messages) {
    const tx = asTransaction(open)
    if (messages.length === 0) return
    await tx.insert(message).values(
      messages.map(({ ticket, author, system, staff, body, createdAt }) => ({
        ticketId: ticket,
        author,
        ...(author === null && { plugin: system.id, pluginName: system.name }),
        // Only the customer and accounts of staff write in their own name.
        staff: staff || author === null,
        body,
        requestKey: randomUUID(),
        createdAt,
        releasedAt: createdAt,
      })),
    )
    const words = Map.groupBy(messages, ({ ticket }) => ticket)
    for (const [ticket, written] of words)
      await addWords(tx, ticket, written.map(({ body }) => body).join(' '))
  },
})

export const provideTicketImport = provide(TicketImport, { sessions: Sessions }, createTicketImport)
