import type { Mutant } from './mutant.ts'

const server = 'builtin/tickets/server'
const open = `${server}/open-ticket.ts`
const own = `${server}/handle-own-tickets.ts`
const replies = `${server}/handle-own-replies.ts`
const staff = `${server}/handle-staff-replies.ts`
const queries = `${server}/ticket-queries.ts`
const messages = `${server}/message-queries.ts`
const change = `${server}/handle-change-ticket.ts`
const list = `${server}/list-queue.ts`
const contract = 'builtin/tickets/contract'

/** Rules of tickets. */
export const supportMutants: readonly Mutant[] = [
  { rule: 'TIC1', file: open, find: '  if (earlier) {', replace: '  if (earlier && body.previousId) {' },
  {
    rule: 'TIC1',
    file: open,
    find: "if (!isFine) throw fail('TICKETS_DEPARTMENT'",
    replace: "if (!open) throw fail('TICKETS_DEPARTMENT'",
  },
  { rule: 'TIC1', file: open, find: 'list({ enabled: true })', replace: 'list()' },
  { rule: 'TIC2', file: open, find: '  await lockOwner(tx, actor.id)\n', replace: '' },
  { rule: 'TIC2', file: open, find: '>= limit)', replace: '> limit)' },
  {
    rule: 'TIC2',
    file: queries,
    find: "ne(ticket.status, 'closed')))",
    replace: 'ne(ticket.subject, owner)))',
  },
  {
    rule: 'TIC3',
    file: open,
    find: "  if (!found) throw fail('TICKETS_SERVER'",
    replace: "  if (!owned) throw fail('TICKETS_SERVER'",
  },
  { rule: 'TIC3', file: open, find: 'server && body.withDiagnosis ?', replace: 'server ?' },
  {
    rule: 'TIC3',
    file: own,
    find: 'await updateTicket(tx, row.id, { diagnosis: null })',
    replace: 'await updateTicket(tx, row.id, {})',
  },
  {
    rule: 'TIC4',
    file: queries,
    find: '.where(and(eq(ticket.id, id), eq(ticket.owner, owner)))',
    replace: '.where(eq(ticket.id, id))',
  },
  { rule: 'TIC4', file: replies, find: 'if (row?.owner !== actor.id) throw', replace: 'if (!row) throw' },
  { rule: 'TIC4', file: own, find: 'and(eq(ticket.owner, actor.id), filter', replace: 'and(filter' },
  {
    rule: 'TIC5',
    file: replies,
    find: "  if (row.status === 'closed') throw fail('TICKETS_CLOSED')\n",
    replace: '',
  },
  {
    rule: 'TIC5',
    file: staff,
    find: "  if (row.status === 'closed' && !body.internal) throw fail('TICKETS_CLOSED')\n",
    replace: '',
  },
  {
    rule: 'TIC6',
    file: messages,
    find: 'eq(message.internal, false), isNotNull(message.releasedAt)',
    replace: 'isNotNull(message.releasedAt)',
  },
  { rule: 'TIC6', file: own, find: ", ['status', 'merged', 'unmerged'])", replace: ')' },
  { rule: 'TIC7', file: `${server}/release-reply.ts`, find: "status: 'replied', ", replace: '' },
  { rule: 'TIC7', file: replies, find: "to: 'open', actor", replace: 'to: row.status, actor' },
  { rule: 'TIC7', file: replies, find: '>= ticketBounds.messages', replace: '> ticketBounds.messages' },
  {
    rule: 'TIC8',
    file: `${contract}/queue.ts`,
    find: "const viewing = { permission: 'admin.tickets.view' }",
    replace: "const viewing = { permission: 'admin.tickets.list' }",
  },
  {
    rule: 'TIC8',
    file: `${contract}/queue.ts`,
    find: "const listing = { permission: 'admin.tickets.list' }",
    replace: "const listing = { permission: 'admin.tickets.view' }",
  },
  { rule: 'TIC9', file: staff, find: 'releasedAt: body.internal ? now : null,', replace: 'releasedAt: now,' },
  { rule: 'TIC9', file: staff, find: ' || made.author !== actor.id', replace: '' },
  {
    rule: 'TIC9',
    file: staff,
    find: "      if (made.releasedAt !== null) throw fail('TICKETS_SENT')\n",
    replace: '',
  },
  {
    rule: 'TIC9',
    file: `${server}/release-reply.ts`,
    find: 'await sendNotice(uses, tx, {',
    replace: 'if (row.assignee) await sendNotice(uses, tx, {',
  },
  { rule: 'TIC10', file: staff, find: "throw fail('TICKETS_NEWER')", replace: 'return' },
  {
    rule: 'TIC10',
    file: staff,
    find: '  if (body.anyway) return\n',
    replace: '',
  },
  { rule: 'TIC10', file: messages, find: 'ne(message.author, writer),', replace: '' },
  {
    rule: 'TIC11',
    file: change,
    find: "  if (row.version !== body.version) throw fail('STALE_EDIT')\n",
    replace: '',
  },
  {
    rule: 'TIC11',
    file: change,
    find: "if (to === 'closed' && row.status !== 'closed')",
    replace: "if (row.status === 'closed')",
  },
  {
    rule: 'TIC12',
    file: change,
    find: 'if (assigneeId && !(await mayWork(uses, assigneeId)))',
    replace: 'if (assigneeId === uses.actor.session)',
  },
  {
    rule: 'TIC12',
    file: `${server}/handle-queue.ts`,
    find: 'found.filter((_, index) => able[index])',
    replace: 'found',
  },
  {
    rule: 'TIC12',
    file: replies,
    find: 'row.assignee !== null && row.assignee !== actor.id',
    replace: 'row.assignee === actor.id',
  },
  {
    rule: 'TIC13',
    file: list,
    find: "return wanted ? eq(ticket.status, wanted) : ne(ticket.status, 'closed')",
    replace: 'return wanted && eq(ticket.status, wanted)',
  },
  {
    rule: 'TIC13',
    file: staff,
    find: 'if (body.internal) return addWords(tx, row.id, made.body)',
    replace: 'if (body.internal) return null',
  },
  { rule: 'TIC13', file: list, find: '${`${last}:*`}', replace: '${last}' },
  {
    rule: 'TIC14',
    file: `${server}/opening-hours.ts`,
    find: 'return new Date(guess.getTime() + off * MINUTE_MS)',
    replace: 'return guess',
  },
  {
    rule: 'TIC14',
    file: `${server}/opening-hours.ts`,
    find: 'minute >= from && minute < to',
    replace: 'minute > from && minute <= to',
  },
  {
    rule: 'TIC15',
    file: `${contract}/own-tickets.ts`,
    find: "const access = { user: true, flag: 'allow_tickets' }",
    replace: 'const access = { user: true }',
  },
  {
    rule: 'TIC16',
    file: `${server}/handle-queued-ticket.ts`,
    find: "actor.can('admin.servers.list') ? ",
    replace: "actor.can('admin.tickets.view') ? ",
  },
  {
    rule: 'TIC16',
    file: `${server}/handle-queued-ticket.ts`,
    find: "actor.can('admin.users.list') || ",
    replace: "actor.can('admin.tickets.view') || ",
  },
  { rule: 'TIC17', file: `${server}/index.ts`, find: 'listeners: [forgetUser],', replace: 'listeners: [],' },
  {
    rule: 'TIC18',
    file: 'sdk/ui/markdown-text.tsx',
    find: "      {...(author === 'visitor' && { urlTransform: keepOutward })}\n",
    replace: '',
  },
  {
    rule: 'TIC18',
    file: 'sdk/ui/markdown-text.tsx',
    find: 'const parts = { a: Anchor, img: Picture }',
    replace: 'const parts = { a: Anchor }',
  },
  {
    rule: 'TIC18',
    file: 'sdk/ui/markdown-text.tsx',
    find: "'noopener noreferrer nofollow ugc'",
    replace: "'ugc'",
  },
  {
    rule: 'TIC19',
    file: `${server}/change-status.ts`,
    find: 'from: row.status, to })',
    replace: 'from: to, to })',
  },
  {
    rule: 'TIC19',
    file: open,
    find: 'await call.events.emit(tx, ticketOpened, { ticket: row.id, owner: row.owner })',
    replace: '',
  },
  {
    rule: 'SCR29',
    file: 'builtin/tickets/manifest.ts',
    find: "path: '/ticket',",
    replace: "path: '/tickets',",
  },
  {
    rule: 'SCR30',
    file: 'builtin/tickets/manifest.ts',
    find: "path: '/ticket/create',",
    replace: "path: '/ticket/new',",
  },
  {
    rule: 'SCR31',
    file: 'builtin/tickets/manifest.ts',
    find: "rule: 'SCR31',\n        area: 'user',\n        flag,",
    replace: "rule: 'SCR31',\n        area: 'user',",
  },
  {
    rule: 'SCR94',
    file: 'builtin/tickets/manifest.ts',
    find: "        permission: 'admin.tickets.list',\n        module: 'queue',",
    replace: "        permission: 'admin.tickets.view',\n        module: 'queue',",
  },
  {
    rule: 'SCR95',
    file: 'builtin/tickets/manifest.ts',
    find: "        permission: 'admin.tickets.view',\n        module: 'desk',",
    replace: "        permission: 'admin.tickets.list',\n        module: 'desk',",
  },
  {
    rule: 'GRD10',
    file: 'builtin/tickets/manifest.ts',
    find: "        permission: 'admin.tickets.view',\n        module: 'desk',",
    replace: "        permission: 'admin.dashboard.view',\n        module: 'desk',",
  },
  {
    rule: 'SCR96',
    file: 'builtin/tickets/manifest.ts',
    find: "path: '/mc-admin/tickets/:id',",
    replace: "path: '/mc-admin/tickets/:id/edit',",
  },
  {
    rule: 'PER15',
    file: 'builtin/tickets/manifest.ts',
    find: "value: 'admin.tickets.view',",
    replace: "value: 'admin.tickets.read',",
  },
  {
    rule: 'TIC20',
    file: `${server}/live-tickets.ts`,
    find: 'if (latest !== stream.touched) {',
    replace: 'if (stream.touched === null) {',
  },
  {
    rule: 'TIC20',
    file: `${server}/handle-watch.ts`,
    find: "if (!(await findTicketOf(db.orm, actor.id, ticket))) throw fail('NOT_FOUND')",
    replace: "if (!findTicketOf) throw fail('NOT_FOUND')",
  },
  {
    rule: 'TIC20',
    file: `${server}/live-tickets.ts`,
    find: 'if (own.length >= MOST_OF_A_PERSON && own[0]) end(own[0])\n',
    replace: '',
  },
  {
    rule: 'TIC20',
    file: `${server}/migrations/0002_live.sql`,
    find: 'create trigger message_touches after insert or update or delete on message\n  for each row',
    replace: 'create trigger message_touches after update on event\n  for each row',
  },
  {
    rule: 'TIC21',
    file: `${server}/handle-drafts.ts`,
    find: "(row.owner === actor.id || actor.can('admin.tickets.view'))",
    replace: 'actor',
  },
  { rule: 'TIC21', file: replies, find: '  await deleteDraft(tx, actor.id, row.id)\n', replace: '' },
  { rule: 'TIC21', file: open, find: '  await deleteDraft(tx, actor.id, null)\n', replace: '' },
  {
    rule: 'TIC21',
    file: `${server}/draft-queries.ts`,
    find: 'and(eq(draft.person, person), ',
    replace: 'and(',
  },
  {
    rule: 'TIC22',
    file: `${server}/handle-rating.ts`,
    find: "      if (row.rating !== null) throw fail('TICKETS_RATED')\n",
    replace: '',
  },
  {
    rule: 'TIC22',
    file: `${server}/handle-rating.ts`,
    find: "row?.status !== 'closed' || row.mergedInto",
    replace: '!row || row.mergedInto',
  },
  {
    rule: 'TIC22',
    file: `${server}/handle-queued-ticket.ts`,
    find: '>= RATING_SHOWN_AFTER_MS ? rating',
    replace: '>= 0 ? rating',
  },
  {
    rule: 'TIC22',
    file: `${server}/change-status.ts`,
    find: "...(to !== 'closed' && { rating: null, ratedAt: null }),",
    replace: '',
  },
]
