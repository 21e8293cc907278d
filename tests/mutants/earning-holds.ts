import type { Mutant } from './mutant.ts'

const server = 'builtin/anti-abuse/server'
const signs = `${server}/find-signs.ts`
const service = `${server}/create-earning-holds.ts`
const queries = `${server}/hold-queries.ts`
const decision = `${server}/handle-decide-hold.ts`
const notes = 'builtin/anti-abuse/browser/earning-notes.tsx'

/** Held earnings, and the signs that hold them. */
export const earningHoldsMutants: readonly Mutant[] = [
  {
    rule: 'ABU1',
    file: 'builtin/links/server/handle-complete-link.ts',
    find: `const state = review ? ('held' as const)`,
    replace: `const state = review === undefined ? ('held' as const)`,
  },
  {
    rule: 'ABU1',
    file: 'builtin/links/server/attempt-queries.ts',
    find: `state in ('paid', 'held', 'void') group by`,
    replace: `state = 'paid' group by`,
  },
  { rule: 'ABU2', file: `${server}/network-queries.ts`, find: 'range >>= ', replace: 'range = ' },
  { rule: 'PER32', file: service, find: ` && mayHide)`, replace: ` && false)` },
  { rule: 'PER31', file: service, find: '!(sign.isAlt && mayAlt)', replace: '!(sign.isAlt && false)' },
  { rule: 'ABU3', file: signs, find: 'const ENOUGH = 3', replace: 'const ENOUGH = 2' },
  {
    rule: 'ABU3',
    file: `${server}/trace-queries.ts`,
    find: 'on (o.at, o.user_id) < (m.at, m.user_id) and',
    replace: 'on o.user_id <> m.user_id and',
  },
  {
    rule: 'ABU3',
    file: signs,
    find: `local.replace(/\\+.*$/, '')`,
    replace: 'local',
  },
  {
    rule: 'ABU4',
    file: queries,
    find: `eq(hold.state, 'open'), isNull(hold.appealedAt)`,
    replace: `eq(hold.state, 'open')`,
  },
  {
    rule: 'ABU4',
    file: `${server}/handle-customer-calls.ts`,
    find: `if (hold?.userId !== actor.id) throw fail('NOT_FOUND')`,
    replace: `if (!hold) throw fail('NOT_FOUND')`,
  },
  {
    rule: 'ABU4',
    file: 'builtin/anti-abuse/browser/held-list.tsx',
    find: `hold.state === 'open' && hold.appealedAt === null && (`,
    replace: `hold.state === 'open' && (`,
  },
  {
    rule: 'ABU5',
    file: decision,
    find: `  if (hold.state !== 'open') throw fail('HOLDS_DECIDED')\n`,
    replace: '',
  },
  {
    rule: 'ABU5',
    file: queries,
    find: `.where(eq(hold.id, id)).for('update')`,
    replace: `.where(eq(hold.id, id))`,
  },
  {
    rule: 'ABU5',
    file: decision,
    find: 'hold.recipients.some(({ user }) => user === actor.id)',
    replace: 'hold.recipients.some(({ user }) => user === hold.id)',
  },
  { rule: 'ABU5', file: decision, find: '  await sendDecision(call, tx, hold, state)\n', replace: '' },
  {
    rule: 'ABU6',
    file: decision,
    find: '    scope,\n    key,\n',
    replace: '    scope,\n    key: hold.id,\n',
  },
  {
    rule: 'ABU6',
    file: service,
    find: `.filter((sign) => !cleared.has(clearableOf(sign) ?? ''))`,
    replace: `.filter((sign) => sign !== undefined)`,
  },
  {
    rule: 'ABU7',
    file: queries,
    find: 'set: { amount: sql`${hold.amount} + excluded.amount`, total: sql`${hold.total} + excluded.total` }',
    replace: 'set: { amount: sql`${hold.amount}`, total: sql`${hold.total}` }',
  },
  {
    rule: 'ABU7',
    file: 'builtin/afk/server/pay.ts',
    find: `joins: true })\n      await markPaid(tx, user, coins)`,
    replace: `joins: true })`,
  },
  { rule: 'PER30', file: notes, find: ` === true && !mayBlock`, replace: ` === true` },
  {
    rule: 'ABU8',
    file: notes,
    find: 'if (!isGone) setShown(isFound)',
    replace: 'if (!isGone) setShown(true)',
  },
  {
    rule: 'ABU9',
    file: `${server}/parse-networks.ts`,
    find: 'bits >= WIDEST[version] && ',
    replace: '',
  },
  {
    rule: 'ABU9',
    file: `${server}/read-provider-list.ts`,
    find: 'reply.status !== 200 || networks.length === 0 ||',
    replace: 'reply.status !== 200 ||',
  },
  {
    rule: 'ABU9',
    file: `${server}/read-provider-list.ts`,
    find: 'const READ_EVERY_MS = 7 *',
    replace: 'const READ_EVERY_MS = 1 *',
  },
  {
    rule: 'ABU10',
    file: `${server}/index.ts`,
    find: '  await forgetTraces(db.orm, payload.id)\n',
    replace: '',
  },
  {
    rule: 'ABU10',
    file: queries,
    find: `.set({ state: 'void', decidedAt: at })`,
    replace: `.set({ decidedAt: null })`,
  },
  {
    rule: 'ABU10',
    file: `${server}/trace-queries.ts`,
    find: 'await db.delete(trace).where(lt(trace.seenAt, before))',
    replace: '',
  },
  {
    rule: 'ABU10',
    file: signs,
    find: '...(firewall_block_alts ? await',
    replace: '...(true ? await',
  },
  {
    rule: 'ABU11',
    file: decision,
    find: '.filter(({ plugin }) => plugin === hold.source)',
    replace: '.filter(({ plugin }) => plugin === hold.key)',
  },
  {
    rule: 'ABU11',
    file: 'builtin/j4r-servers/server/rewards.ts',
    find: `review ? 'held' : null)`,
    replace: 'null)',
  },
  {
    rule: 'ABU11',
    file: 'builtin/referrals/server/check-referrals.ts',
    find: 'return review && handOver(tx, row, review)',
    replace: 'return',
  },
  {
    rule: 'ABU12',
    file: queries,
    find: `if (state === 'decided') return ne(hold.state, 'open')`,
    replace: `if (state === 'decided') return undefined`,
  },
  {
    rule: 'ABU13',
    file: 'builtin/anti-abuse/browser/appeal-dialog.tsx',
    find: 'await openTicket(title, text.trim())',
    replace: 'null',
  },
  {
    rule: 'ABU13',
    file: 'builtin/anti-abuse/browser/use-appeal-ticket.ts',
    find: 'options.data.departments[0]?.id ?? null',
    replace: 'null',
  },
  {
    rule: 'SCR113',
    file: 'builtin/anti-abuse/manifest.ts',
    find: `path: '/mc-admin/earning-holds',`,
    replace: `path: '/mc-admin/earning-holds-page',`,
  },
  {
    rule: 'ABU14',
    file: 'builtin/anti-abuse/server/trace-queries.ts',
    find: 'join anti_abuse.registration o on o.user_id <> m.user_id and (o.mailbox = m.mailbox',
    replace: 'join anti_abuse.registration o on o.at < m.at and (o.mailbox = m.mailbox',
  },
  {
    rule: 'ABU14',
    file: 'builtin/anti-abuse/contract/staff-calls.ts',
    find: `access: { permission: 'admin.users.list' },`,
    replace: 'access: { user: true },',
  },
  {
    rule: 'ABU15',
    file: 'builtin/anti-abuse/browser/held-list.tsx',
    find: "hold.state === 'void' && support !== null",
    replace: 'false',
  },
  {
    rule: 'ABU15',
    file: 'builtin/anti-abuse/browser/earning-notes.tsx',
    find: 'hasMore && account !== null',
    replace: 'account !== null',
  },
]
