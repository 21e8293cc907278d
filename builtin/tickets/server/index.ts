import { ticketSettings } from '@spawnpoint/contracts/tickets'
import { userErased } from '@spawnpoint/contracts/users'
import { Database, definePluginServer, listen, provideAuditTargets } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
import { deleteClosedJob } from './delete-closed.ts'
import { ticketsExport } from './export.ts'
import { handleListCannedReplies, servedReplies } from './canned-replies.ts'
import { handleChangeTicket } from './handle-change-ticket.ts'
import { handleCloseTicket, handleReplyToTicket } from './handle-own-replies.ts'
import {
  handleCreateTicket,
  handleListTickets,
  handleReadOptions,
  handleReadTicket,
  handleRemoveDiagnosis,
} from './handle-own-tickets.ts'
import {
  handleCountQueue,
  handleFindAssignees,
  handleListQueue,
  handleListQueueDepartments,
} from './handle-queue.ts'
import { handleReadQueuedTicket } from './handle-queued-ticket.ts'
import { handleReadTicketFigures } from './ticket-figures.ts'
import { handleReplyAsStaff, handleUndoReply } from './handle-staff-replies.ts'
import { provideTicketDesk } from './create-ticket-desk.ts'
import { fileRoutes } from './file-routes.ts'
import { handleAttachFile, handleAttachStaffFile, handleRemoveFile } from './handle-files.ts'
import { handleReadCompensation } from './handle-compensation.ts'
import { handleAnswerIncident, handleListIncidentTickets } from './handle-incidents.ts'
import { handleListMergeTargets, handleMergeTicket, handleUnmergeTicket } from './handle-merge.ts'
import { handleRateTicket } from './handle-rating.ts'
import { handleReadDraft, handleSaveDraft } from './handle-drafts.ts'
import { handleWatchQueuedTicket, handleWatchTicket } from './handle-watch.ts'
import { handleSplitTicket } from './handle-split.ts'
import { handleSetTyping } from './handle-presence.ts'
import { provideTicketImport } from './import-tickets.ts'
import { ownTicketFiles } from './list-own-files.ts'
import { LiveTickets, provideLiveTickets } from './live-tickets.ts'
import { releaseJob } from './release-reply.ts'
import { removeFilesJob } from './remove-files.ts'
import {
  forgetViews,
  handleDeleteView,
  handleListViews,
  handleRenameView,
  handleSaveView,
} from './saved-views.ts'
import { provideTicketKinds } from './ticket-kinds.ts'
import { ticket } from './tables.ts'
import { countOpenOf, forgetPerson } from './ticket-queries.ts'
import { ticketUses } from './ticket-uses.ts'

const forgetUser = listen(userErased, { db: Database }, ({ payload, db }) =>
  db.orm.transaction(async (tx) => {
    await forgetViews(tx, payload.id)
    await forgetPerson(tx, payload.id)
  }),
)

const auditTargets = provideAuditTargets({
  prefix: 'tickets',
  permission: 'admin.tickets.list',
  page: 'queued-ticket',
  table: ticket,
  id: ticket.id,
  name: ticket.subject,
})

export default definePluginServer(manifest, {
  provides: [
    ticketsExport,
    ownTicketFiles,
    provideLiveTickets,
    provideTicketKinds,
    provideTicketDesk,
    auditTargets,
    provideTicketImport,
  ],
  settings: ticketSettings,
  resources: [servedReplies],
  endpoints: [
    handleListCannedReplies,
    handleListViews,
    handleSaveView,
    handleRenameView,
    handleDeleteView,
    handleListTickets,
    handleReadOptions,
    handleCreateTicket,
    handleReadTicket,
    handleReplyToTicket,
    handleCloseTicket,
    handleRemoveDiagnosis,
    handleListQueue,
    handleCountQueue,
    handleReadTicketFigures,
    handleListQueueDepartments,
    handleFindAssignees,
    handleReadQueuedTicket,
    handleReplyAsStaff,
    handleUndoReply,
    handleReadCompensation,
    handleListIncidentTickets,
    handleAnswerIncident,
    handleSetTyping,
    handleChangeTicket,
    handleListMergeTargets,
    handleMergeTicket,
    handleUnmergeTicket,
    handleSplitTicket,
    handleRateTicket,
    handleReadDraft,
    handleSaveDraft,
    handleAttachFile,
    handleAttachStaffFile,
    handleRemoveFile,
    handleWatchTicket,
    handleWatchQueuedTicket,
  ],
  jobs: [releaseJob, removeFilesJob, deleteClosedJob],
  listeners: [forgetUser],
  uses: { ...ticketUses, live: LiveTickets },
  setup({ live, ...uses }, host) {
    host.routes(fileRoutes(uses))
    // Before the calls under way are waited for, which these would keep open.
    host.hooks.on('dispose', async (id) => {
      if (id === manifest.id) live.close()
    })
    host.onDispose(live.close)
    host.describeSession(async ({ id }) => ({ stats: { tickets: await countOpenOf(uses.db.orm, id) } }))
  },
})
