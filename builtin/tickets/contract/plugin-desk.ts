import { defineService, type ForPlugins } from '@spawnpoint/sdk/common'
import type { TicketPriority, TicketStatus } from './bounds.ts'

/** Tickets that one plugin opens for a user in a day (UTC), and messages that it writes in one ticket. */
export const pluginTicketBounds = { opened: 5, messages: 100 } as const

interface Writing {
  /** Markdown, at most 10,000 characters. */
  readonly body: string
  /** In whose name: the plugin answers like staff, or passes on what the customer wrote elsewhere. `plugin` by default. */
  readonly from?: 'plugin' | 'customer'
  /** The same key writes once. */
  readonly key: string
}

export interface TicketDeskOpening extends Writing {
  /** Id of the customer. */
  readonly user: string
  /** One line of at most 150 characters. */
  readonly subject: string
  /** `low` by default. */
  readonly priority?: TicketPriority
  /** Id of a department that takes tickets; without one it belongs to none. */
  readonly department?: string
}

export interface TicketDeskReply extends Writing {
  /** Id of the ticket. */
  readonly ticket: string
}

export type TicketDeskOpened =
  | { readonly ok: true; readonly repeated: boolean; readonly ticket: string; readonly number: number }
  /** `off`: customers cannot use tickets right now. `too-many`: the customer has enough open tickets, or of this plugin today. */
  | {
      readonly ok: false
      readonly reason: 'unknown' | 'off' | 'department' | 'too-many' | 'key-reused'
    }

export type TicketDeskReplied =
  | { readonly ok: true; readonly repeated: boolean }
  | { readonly ok: false; readonly reason: 'unknown' | 'closed' | 'full' | 'too-many' | 'key-reused' }

/** A ticket with what its customer can read of it. */
export interface TicketDeskTicket {
  readonly id: string
  readonly number: number
  readonly owner: string
  readonly subject: string
  readonly status: TicketStatus
  readonly priority: TicketPriority
  readonly messages: readonly {
    readonly id: string
    /** ISO 8601. */
    readonly at: string
    readonly from: 'customer' | 'staff' | 'plugin'
    /** Name of the person or the plugin; null for a deleted account. */
    readonly name: string | null
    readonly body: string
  }[]
}

/** Tickets in the name of an added plugin, which stands beside each message. Requests that are none reject with `E_SERVICE_REQUEST`. */
export interface TicketDeskService {
  open(request: TicketDeskOpening): Promise<TicketDeskOpened>
  reply(request: TicketDeskReply): Promise<TicketDeskReplied>
  /** Null where no ticket has this id. Internal notes are not among its messages. */
  find(ticket: string): Promise<TicketDeskTicket | null>
}

export const TicketDesk = defineService<ForPlugins<TicketDeskService>>('tickets.desk')
