import type { Mutant } from './mutant.ts'

const server = 'builtin/tickets/server'
const routes = `${server}/file-routes.ts`
const store = `${server}/store-file.ts`
const text = `${server}/read-text-file.ts`
const files = `${server}/attachment-queries.ts`
const presence = `${server}/presence-queries.ts`
const live = `${server}/live-tickets.ts`

/** Rules of attachments, canned replies, presence, merging and what else makes the work on tickets deeper. */
export const ticketDepthMutants: readonly Mutant[] = [
  { rule: 'TIC23', file: text, find: ' || binary.test(text)', replace: '' },
  {
    rule: 'TIC23',
    file: text,
    find: 'plain.test(unpacked) ? unpacked',
    replace: "unpacked !== '' ? unpacked",
  },
  {
    rule: 'TIC23',
    file: text,
    find: 'stored.length > ticketFileBounds.textBytes',
    replace: 'stored.length < 0',
  },
  {
    rule: 'TIC23',
    file: routes,
    find: "named(kind === 'text' ? 'attachment' : 'inline', name)",
    replace: "named('inline', name)",
  },
  { rule: 'TIC23', file: store, find: 'await service?.save(', replace: 'await undefined?.save(' },
  { rule: 'TIC24', file: routes, find: 'found.customer === person && found', replace: 'found' },
  { rule: 'TIC24', file: routes, find: ' && found.internal === false', replace: '' },
  { rule: 'TIC24', file: routes, find: ' && found.releasedAt !== null', replace: '' },
  { rule: 'TIC24', file: routes, find: ' && file.owner === person', replace: '' },
  {
    rule: 'TIC24',
    file: routes,
    find: '|| found.customer !== null',
    replace: '|| found.file.ticketId !== person',
  },
  { rule: 'TIC24', file: store, find: '[picture.id], true)', replace: '[picture.id], false)' },
  {
    rule: 'TIC24',
    file: `${server}/handle-staff-replies.ts`,
    find: '      await takeAttachmentsBack(tx, made.id)\n',
    replace: '',
  },
  {
    rule: 'TIC25',
    file: files,
    find: 'inArray(attachment.id, [...ids]), at(made.author, place)',
    replace: 'inArray(attachment.id, [...ids])',
  },
  {
    rule: 'TIC25',
    file: files,
    find: '    isNull(attachment.messageId),\n    ticketId === null',
    replace: '    ticketId === null',
  },
  {
    rule: 'TIC25',
    file: files,
    find: 'return rowCount === new Set(ids).size',
    replace: 'return rowCount !== null',
  },
  { rule: 'TIC25', file: store, find: '    await lockUploads(tx, row.owner)\n', replace: '' },
  { rule: 'TIC25', file: store, find: '>= ticketFileBounds.ofDay', replace: '> ticketFileBounds.ofDay' },
  {
    rule: 'TIC26',
    file: `${server}/remove-files.ts`,
    find: 'KEEP_UNSENT_MS = 7 *',
    replace: 'KEEP_UNSENT_MS = 5 *',
  },
  {
    rule: 'TIC26',
    file: `${server}/remove-files.ts`,
    find: '    await deleteUnsentBefore(',
    replace: '    if (signal.aborted) await deleteUnsentBefore(',
  },
  { rule: 'TIC27', file: presence, find: 'typingAt: sql`now()` })', replace: '})' },
  { rule: 'TIC27', file: presence, find: 'set: { typingAt: sql`now()` }', replace: 'set: { ticketId }' },
  { rule: 'TIC27', file: presence, find: 'seenAt: sql`to_timestamp(0)`', replace: 'seenAt: sql`now()`' },
  { rule: 'TIC27', file: presence, find: "interval '20 seconds'`", replace: "interval '200 seconds'`" },
  { rule: 'TIC27', file: `${server}/handle-watch.ts`, find: 'staff: false', replace: 'staff: true' },
  {
    rule: 'TIC27',
    file: live,
    find: 'ticketId === stream.ticket && person !== stream.person',
    replace: 'ticketId === stream.ticket',
  },
  { rule: 'TIC27', file: live, find: 'endPresence(db.orm, ticket, person)', replace: 'Promise.resolve()' },
  {
    rule: 'TIC27',
    file: live,
    find: 'if (!staff || [...others].some(',
    replace: 'if (!staff && [...others].some(',
  },
  {
    rule: 'TIC27',
    file: `${server}/handle-queue.ts`,
    find: 'open.filter(({ person }) => person !== actor.id)',
    replace: 'open',
  },
  {
    rule: 'TIC25',
    file: `${server}/attachment-queries.ts`,
    find: 'rows.length === new Set(files).size && rows',
    replace: 'rows',
  },
  {
    rule: 'TIC25',
    file: `${server}/attachment-queries.ts`,
    find: ' && rows.every((row) => files.includes(row.id))',
    replace: '',
  },
  {
    rule: 'TIC30',
    file: `${server}/filled-in.ts`,
    find: 'if (left.length === 0)',
    replace: 'if (left.length < 9)',
  },
  {
    rule: 'TIC32',
    file: `${server}/saved-views.ts`,
    find: "if (!row || !mayChange(actor, row)) throw fail('NOT_FOUND')\n      await tx.update",
    replace: "if (!row) throw fail('NOT_FOUND')\n      await tx.update",
  },
  {
    rule: 'TIC34',
    file: `${server}/handle-merge.ts`,
    find: 'source.owner !== target.owner',
    replace: 'source.owner === null',
  },
  {
    rule: 'TIC34',
    file: `${server}/handle-merge.ts`,
    find: 'if (source.version !== body.version)',
    replace: 'if (body.version < 0)',
  },
  {
    rule: 'TIC34',
    file: `${server}/handle-merge.ts`,
    find: 'if (await hasHeldReply(tx, id)) throw',
    replace: "if (id === '') throw",
  },
  {
    rule: 'TIC34',
    file: `${server}/handle-merge.ts`,
    find: "if (target.status === 'closed') throw",
    replace: "if (target.id === '') throw",
  },
  {
    rule: 'TIC34',
    file: `${server}/merge-queries.ts`,
    find: '  await moveFiles(tx, from, into)\n  for',
    replace: '  for',
  },
  {
    rule: 'TIC34',
    file: `${server}/handle-staff-replies.ts`,
    find: "  if (row.mergedInto !== null) throw fail('TICKETS_MERGED')\n",
    replace: '',
  },
  {
    rule: 'TIC34',
    file: `${server}/handle-change-ticket.ts`,
    find: "  if (row.mergedInto !== null) throw fail('TICKETS_MERGED')\n",
    replace: '',
  },
  { rule: 'TIC34', file: `${server}/handle-rating.ts`, find: ' || row.mergedInto !== null', replace: '' },
  {
    rule: 'TIC35',
    file: `${server}/merge-queries.ts`,
    find: 'origins = origins[:cardinality(origins) - 1]',
    replace: "origins = '{}'",
  },
  {
    rule: 'TIC35',
    file: `${server}/merge-queries.ts`,
    find: '  await moveFiles(tx, into, from)\n',
    replace: '',
  },
  {
    rule: 'TIC35',
    file: `${server}/handle-merge.ts`,
    find: 'MERGE_UNDO_HOURS * HOUR_MS',
    replace: 'MERGE_UNDO_HOURS * HOUR_MS * 9',
  },
  {
    rule: 'TIC35',
    file: `${server}/handle-merge.ts`,
    find: 'if (target.mergedInto !== null) throw',
    replace: "if (target.id === '') throw",
  },
  {
    rule: 'TIC35',
    file: `${server}/handle-merge.ts`,
    find: "const to = source.mergedStatus ?? 'open'",
    replace: "const to = 'waiting' as const",
  },
  {
    rule: 'TIC52',
    file: `${server}/ticket-queries.ts`,
    find: 'or(inArray(ticket.mergedInto, ids), inArray(ticket.id, ids))',
    replace: 'inArray(ticket.id, ids)',
  },
  {
    rule: 'TIC52',
    file: `${server}/delete-closed.ts`,
    find: '    if (days === 0) return\n',
    replace: '',
  },
]
