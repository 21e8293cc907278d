import type { Mutant } from './mutant.ts'

const server = 'builtin/tickets/server'

/** Tickets that leave the queue for a time. */
export const snoozeMutants: readonly Mutant[] = [
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
]
