import type { Mutant } from './mutant.ts'

const server = 'builtin/tickets/server'
const canned = `${server}/canned-replies.ts`
const keys = 'sdk/browser/use-single-keys.ts'
const views = `${server}/saved-views.ts`
const replies = 'builtin/tickets/resource.ts'

/** Rules of what helps staff at their desk: canned replies, views, merging, amends and clocks. */
export const ticketDeskMutants: readonly Mutant[] = [
  {
    rule: 'TIC28',
    file: 'builtin/tickets/contract/schemas.ts',
    find: "body !== '' || files.length > 0",
    replace: "body !== ''",
  },
  {
    rule: 'TIC28',
    file: 'builtin/tickets/contract/schemas.ts',
    find: "body !== '' || files.length > 0",
    replace: "body !== '' || files.length >= 0",
  },
  ...['SCR125', 'SCR126', 'SCR127', 'SCR128'].map((rule) => ({
    rule,
    file: replies,
    find: `path: '/mc-admin/canned-replies'`,
    replace: `path: '/mc-admin/replies'`,
  })),
  {
    rule: 'TIC29',
    file: replies,
    find: `permission: 'admin.tickets.replies'`,
    replace: `permission: 'admin.tickets'`,
  },
  {
    rule: 'TIC29',
    file: canned,
    find: 'placeholdersIn(text).find((name) => !isVariable(name))',
    replace: 'placeholdersIn(text).find(() => false)',
  },
  { rule: 'TIC29', file: canned, find: 'if (hasStrayBraces(text))', replace: 'if (false)' },
  {
    rule: 'TIC29',
    file: canned,
    find: 'for (const field of fields)',
    replace: "for (const field of ['en'] as const)",
  },
  { rule: 'TIC30', file: canned, find: '{ ...values, ...kept }', replace: 'values' },
  {
    rule: 'TIC30',
    file: canned,
    find: 'readLocale(call, row.owner)',
    replace: 'readLocale(call, call.actor.id)',
  },
  {
    rule: 'TIC30',
    file: canned,
    find: '(field && reply[field]) || reply.en',
    replace: "(field && reply[field]) || ''",
  },
  { rule: 'TIC31', file: keys, find: ' || isTyping(target)', replace: '' },
  { rule: 'TIC31', file: keys, find: ' || !host.uiSettings.getState().singleKeyShortcuts', replace: '' },
  {
    rule: 'TIC31',
    file: 'builtin/tickets/browser/use-queue-keys.tsx',
    find: 'c: withRow(setClosing)',
    replace: "c: withRow((id) => void change(id, { status: 'closed' }, ''))",
  },
  {
    rule: 'TIC31',
    file: 'builtin/tickets/browser/staff-reply.tsx',
    find: 'i: () => write(true)',
    replace: 'i: () => write(false)',
  },
  {
    rule: 'TIC32',
    file: views,
    find: 'shared ? mayShare(actor) : owner === actor.id',
    replace: 'shared || owner === actor.id',
  },
  {
    rule: 'TIC32',
    file: views,
    find: 'body.shared && !mayShare(actor)',
    replace: 'body.shared && !body.name',
  },
  {
    rule: 'TIC32',
    file: views,
    find: 'or(savedView.shared, eq(savedView.owner, actor.id))',
    replace: 'sql`true`',
  },
  { rule: 'TIC32', file: views, find: '>= MOST_OWN', replace: '> MOST_OWN' },
  { rule: 'TIC32', file: views, find: ', eq(savedView.shared, false))', replace: ')' },
  {
    rule: 'TIC33',
    file: views,
    find: 'whereInQueue(uses, actor.id, query.data)',
    replace: 'whereInQueue(uses, actor.id, { ...query.data, filter: {} })',
  },
]
