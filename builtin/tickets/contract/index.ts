export {
  compensationBounds,
  incidentAnswerBounds,
  MERGE_UNDO_HOURS,
  slaShare,
  ticketBounds,
  SNOOZE_DAYS,
  ticketEventKinds,
  ticketFileBounds,
  ticketFileKinds,
  ticketPriorities,
  RATING_COMMENT_LENGTH,
  ticketRatings,
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
  rateTicket,
  readDraft,
  readTicket,
  readTicketOptions,
  removeDiagnosis,
  replyToTicket,
  saveDraft,
  watchTicket,
} from './own-tickets.ts'
export {
  changeTicket,
  countQueue,
  findAssignees,
  listQueue,
  listQueueDepartments,
  queueQuery,
  readQueuedTicket,
  readTicketFigures,
  replyAsStaff,
  setTypingState,
  undoReply,
  watchQueuedTicket,
  type QueuedTicket,
  type Viewer,
} from './queue.ts'
export {
  pluginTicketBounds,
  TicketDesk,
  type TicketDeskOpened,
  type TicketDeskOpening,
  type TicketDeskReplied,
  type TicketDeskReply,
  type TicketDeskService,
  type TicketDeskTicket,
} from './plugin-desk.ts'
export { readCompensation, type GrantedCompensation, type TakenCompensation } from './compensation.ts'
export { answerIncident, listIncidentTickets } from './incidents.ts'
export { listMergeTargets, mergeTicket, unmergeTicket } from './merge.ts'
export {
  TicketImport,
  type ImportedMessage,
  type ImportedTicket,
  type TicketImportService,
} from './import.ts'
export { splitTicket } from './split.ts'
export { deleteView, listViews, renameView, saveView, type SavedView } from './views.ts'
export { listCannedReplies } from './canned-replies.ts'
export { replyVariables, type ReplyVariable } from './variables.ts'
export { attachFile, attachStaffFile, removeFile, staffFilePath, ticketFilePath } from './files.ts'
export type { Diagnosis, SlaClock, TicketFile } from './schemas.ts'
