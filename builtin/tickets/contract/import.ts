import { defineService, type OpenTransaction } from '@spawnpoint/sdk/common'
import type { TicketPriority, TicketStatus } from './bounds.ts'

export interface ImportedTicket {
  readonly owner: string
  readonly departmentId: string | null
  /** Within `ticketBounds`. */
  readonly subject: string
  readonly priority: TicketPriority
  readonly status: TicketStatus
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface ImportedMessage {
  readonly ticket: string
  /** Null where the writer has no account here: then `system` is shown, which names the system that it comes from. */
  readonly author: string | null
  readonly system: { readonly id: string; readonly name: string }
  readonly staff: boolean
  /** Within `ticketBounds`. */
  readonly body: string
  readonly createdAt: Date
}

/** Tickets that another system had. Nobody is notified of them. */
export interface TicketImportService {
  /** Answers the ids in this order. Each ticket gets its message afterwards. */
  addTickets(tx: OpenTransaction, tickets: readonly ImportedTicket[]): Promise<readonly string[]>
  /** In the order in which they were written. */
  addMessages(tx: OpenTransaction, messages: readonly ImportedMessage[]): Promise<void>
}

export const TicketImport = defineService<TicketImportService>('tickets.import')
