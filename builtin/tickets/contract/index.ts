export {
  ticketBounds,
  ticketEventKinds,
  ticketPriorities,
  ticketStatuses,
  type TicketPriority,
  type TicketStatus,
} from './bounds.ts'
export { ticketSettings } from './settings.ts'
export { ticketAssigned, ticketOpened, ticketReplied, ticketStatusChanged } from './events.ts'
export {
  closeTicket,
  createTicket,
  listTickets,
  readTicket,
  readTicketOptions,
  removeDiagnosis,
  replyToTicket,
} from './own-tickets.ts'
export {
  changeTicket,
  countQueue,
  findAssignees,
  listQueue,
  listQueueDepartments,
  readQueuedTicket,
  replyAsStaff,
  undoReply,
  type QueuedTicket,
} from './queue.ts'
export type { Diagnosis } from './schemas.ts'
