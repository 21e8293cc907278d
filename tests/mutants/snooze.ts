import type { Mutant } from './mutant.ts'

const server = 'builtin/tickets/server'

/** Tickets that leave the queue for a time or are split, breaks of opening hours, and the figures of tickets. */
export const snoozeMutants: readonly Mutant[] = [
  {
    rule: 'TIC51',
    file: `${server}/ticket-figures.ts`,
    find: '...span, at: ticket.closedAt',
    replace: '...span, at: ticket.updatedAt',
  },
  {
    rule: 'TIC51',
    file: `${server}/ticket-figures.ts`,
    find: '...span, at: ticket.createdAt',
    replace: '...span, at: ticket.touchedAt',
  },
  {
    rule: 'TIC51',
    file: 'builtin/tickets/browser/home-figures.tsx',
    find: 'number(sum(month?.closed))',
    replace: 'number(sum(month?.opened))',
  },
  {
    rule: 'TIC51',
    file: 'builtin/tickets/browser/home-figures.tsx',
    find: '+ sum(closed.slice(day + 1))',
    replace: '',
  },
  {
    rule: 'TIC46',
    file: `${server}/list-queue.ts`,
    find: 'or(isNull(ticket.snoozedUntil), lte(ticket.snoozedUntil, now))',
    replace: 'isNull(ticket.snoozedUntil)',
  },
  {
    rule: 'TIC46',
    file: `${server}/list-queue.ts`,
    find: 'or(isNull(ticket.snoozedUntil), lte(ticket.snoozedUntil, now))',
    replace: 'undefined',
  },
  {
    rule: 'TIC46',
    file: `${server}/ticket-queries.ts`,
    find: ' and (snoozed_until is null or snoozed_until <= ${now.toISOString()})',
    replace: '',
  },
  {
    rule: 'TIC46',
    file: `${server}/handle-own-replies.ts`,
    find: ', snoozedUntil: null }',
    replace: ' }',
  },
  {
    rule: 'TIC46',
    file: `${server}/change-status.ts`,
    find: "    ...(to === 'closed' && { snoozedUntil: null }),\n",
    replace: '',
  },
  {
    rule: 'TIC46',
    file: `${server}/handle-change-ticket.ts`,
    find: 'snooze <= 0 || ',
    replace: '',
  },
  {
    rule: 'TIC46',
    file: `${server}/handle-change-ticket.ts`,
    find: ' || snooze > SNOOZE_DAYS * DAY_MS',
    replace: '',
  },
  {
    rule: 'TIC46',
    file: `${server}/handle-change-ticket.ts`,
    find: "body.snoozedUntil && (body.status ?? row.status) === 'closed'",
    replace: 'false',
  },
  {
    rule: 'TIC46',
    file: `${server}/handle-own-tickets.ts`,
    find: "await listEvents(orm, row.id, ['status', 'merged', 'unmerged'])",
    replace: "await listEvents(orm, row.id, ['status', 'merged', 'unmerged', 'snoozed'])",
  },
  {
    rule: 'TIC46',
    file: 'builtin/tickets/browser/use-queue-keys.tsx',
    find: '    h: withRow(setSnoozing),\n',
    replace: '',
  },
  {
    rule: 'TIC46',
    file: 'builtin/tickets/browser/use-desk-keys.tsx',
    find: "    h: () => setSnoozing(ticket.status !== 'closed'),\n",
    replace: '',
  },
  {
    rule: 'TIC46',
    file: 'builtin/tickets/browser/snooze.tsx',
    find: 'onWake({ snoozedUntil: null })',
    replace: 'onWake({})',
  },
  {
    rule: 'TIC47',
    file: `${server}/list-queue.ts`,
    find: "if (wanted === 'snoozed') return gt(ticket.snoozedUntil, now)",
    replace: "if (wanted === 'snoozed') return undefined",
  },
  {
    rule: 'TIC47',
    file: `${server}/list-queue.ts`,
    find: "number !== null || text !== '' || from !== null",
    replace: 'number !== null',
  },
  {
    rule: 'TIC47',
    file: `${server}/list-queue.ts`,
    find: '=> number !== null ||',
    replace: '=>',
  },
  {
    rule: 'TIC48',
    file: `${server}/merge-queries.ts`,
    find: 'and(eq(message.ticketId, from), gte(message.id, first))',
    replace: 'and(eq(message.ticketId, from), eq(message.id, first))',
  },
  {
    rule: 'TIC48',
    file: `${server}/handle-split.ts`,
    find: 'at < 1 || !first || first.staff',
    replace: 'at < 1 || !first',
  },
  {
    rule: 'TIC48',
    file: `${server}/handle-split.ts`,
    find: 'at < 1 || !first || first.staff',
    replace: '!first || first.staff',
  },
  {
    rule: 'TIC48',
    file: `${server}/handle-split.ts`,
    find: "  if (await hasHeldReply(tx, row.id)) throw fail('TICKETS_SENDING')\n",
    replace: '',
  },
  {
    rule: 'TIC48',
    file: `${server}/handle-split.ts`,
    find: "  if (row.version !== body.version) throw fail('STALE_EDIT')\n",
    replace: '',
  },
  {
    rule: 'TIC48',
    file: `${server}/handle-split.ts`,
    find: '  await settle(tx, call, row, kept)\n',
    replace: '',
  },
  {
    rule: 'TIC48',
    file: `${server}/handle-split.ts`,
    find: 'createdAt: first.createdAt',
    replace: 'createdAt: now',
  },
  {
    rule: 'DEP4',
    file: 'sdk/common/resource/resource-schemas.ts',
    find: 'pause.to < to)',
    replace: 'pause.to <= to)',
  },
  {
    rule: 'DEP4',
    file: 'sdk/common/resource/resource-schemas.ts',
    find: 'from < pause.from && ',
    replace: '',
  },
  {
    rule: 'TIC14',
    file: `${server}/opening-hours.ts`,
    find: 'const spans = pause ?',
    replace: 'const spans = pause && !pause ?',
  },
]
