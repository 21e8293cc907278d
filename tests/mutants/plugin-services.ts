import type { Mutant } from './mutant.ts'

const control = 'builtin/servers/server/create-server-control.ts'
const grants = 'builtin/servers/server/create-server-grants.ts'
const desk = 'builtin/tickets/server/create-ticket-desk.ts'
const mailer = 'builtin/mail/server/create-mailer.ts'

/** Services that act in the name of an added plugin. */
export const pluginServiceMutants: readonly Mutant[] = [
  {
    rule: 'SRV71',
    file: control,
    find: 'if (row.suspendedByStaff && !isOwn)',
    replace: 'if (row.suspendedByStaff && !isOwn && reason !== null)',
  },
  {
    rule: 'SRV71',
    file: control,
    find: 'await queueSuspension(services, row.id, tx)',
    replace: '',
  },
  {
    rule: 'SRV71',
    file: control,
    find: '`${by.name}: ${reason}`',
    replace: 'reason',
  },
  {
    rule: 'SRV71',
    file: control,
    find: 'if (isOwn === (reason !== null)) return { ok: true, repeated: true }',
    replace: '',
  },
  {
    rule: 'SRV71',
    file: 'builtin/servers/server/suspend-by-staff.ts',
    find: 'row.suspendedByStaff === suspended && row.suspendingPlugin === null',
    replace: 'row.suspendedByStaff === suspended',
  },
  {
    rule: 'SRV72',
    file: grants,
    find: 'given[name] + more[name] < 0',
    replace: 'false',
  },
  {
    rule: 'SRV72',
    file: grants,
    find: 'if (earlier) return { ok: true, repeated: true, allowance: before }',
    replace: '',
  },
  {
    rule: 'SRV72',
    file: grants,
    find: 'row.server === server && row.days === more',
    replace: 'row.server === server',
  },
  {
    rule: 'SRV72',
    file: grants,
    find: "if (!(await extendServer(services, tx, wanted))) return { ok: false, reason: 'no-expiry' }",
    replace: 'await extendServer(services, tx, wanted)',
  },
  {
    rule: 'SRV72',
    file: 'builtin/servers/server/plugin-grant-queries.ts',
    find: 'and(eq(pluginGrant.plugin, plugin), eq(pluginGrant.owner, owner))',
    replace: 'eq(pluginGrant.owner, owner)',
  },
  {
    rule: 'TIC49',
    file: desk,
    find: "if (row.status === 'closed') return { ok: false, reason: 'closed' }",
    replace: '',
  },
  {
    rule: 'TIC49',
    file: desk,
    find: "if ((await countOpenOf(tx, user)) >= most) return { ok: false, reason: 'too-many' }",
    replace: '',
  },
  {
    rule: 'TIC49',
    file: desk,
    find: 'max: pluginTicketBounds.opened',
    replace: 'max: 1_000',
  },
  {
    rule: 'TIC49',
    file: desk,
    find: "const author = from === 'customer' ? user : null",
    replace: 'const author = user',
  },
  {
    rule: 'TIC49',
    file: desk,
    find: "if (!isOn(services)) return { ok: false, reason: 'off' }",
    replace: '',
  },
  {
    rule: 'TIC49',
    file: desk,
    find: 'earlier.ticketId === ticket && earlier.body === body',
    replace: 'true',
  },
  {
    rule: 'TIC49',
    file: 'builtin/tickets/server/handle-own-replies.ts',
    find: '...(plugin && { plugin: plugin.id, pluginName: plugin.name }),',
    replace: '',
  },
  {
    rule: 'TIC49',
    file: 'builtin/tickets/browser/conversation.tsx',
    find: '{!isPlugin && plugin !== null && ',
    replace: '{false && ',
  },
  {
    rule: 'MAI19',
    file: mailer,
    find: 'max: MOST_EMAILS_A_DAY',
    replace: 'max: 1_000',
  },
  {
    rule: 'MAI19',
    file: mailer,
    find: '.regex(/^\\/(?!\\/)/)',
    replace: '',
  },
  {
    rule: 'MAI19',
    file: mailer,
    find: '.regex(/^[^\\r\\n\\u2028\\u2029]*$/)',
    replace: '',
  },
  {
    rule: 'MAI19',
    file: mailer,
    find: ' || reader.bannedReason !== null',
    replace: '',
  },
  {
    rule: 'MAI19',
    file: mailer,
    find: 'key: `${plugin.id}:${user}:${key}`',
    replace: 'key: `${plugin.id}:${key}`',
  },
]
