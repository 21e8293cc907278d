import type { Mutant } from './mutant.ts'

const queries = 'builtin/afk/server/counter-queries.ts'

/** Ways to earn coins. */
export const earningMutants: readonly Mutant[] = [
  { rule: 'AFK1', file: queries, find: 'least(1, (c.rest_ms', replace: 'greatest(1, (c.rest_ms' },
  {
    rule: 'AFK2',
    file: queries,
    find: 'beat_at = case when ${goesOn} then c.beat_at else $4 end',
    replace: 'beat_at = $4',
  },
  {
    rule: 'AFK3',
    file: queries,
    find: ' and $4 >= c.due_at - ${EARLY}',
    replace: '',
  },
  {
    rule: 'AFK4',
    file: queries,
    find: ' and c.nonce = $7 and $4 >= c.due_at - ${EARLY}',
    replace: '',
  },
  { rule: 'AFK5', file: queries, find: 'c.day_coins < $9 and ', replace: '$9 > 0 and ' },
  {
    rule: 'AFK6',
    file: 'builtin/afk/server/pay.ts',
    find: `    await markPaid(tx, user, coins)\n    return posting`,
    replace: '    return posting',
  },
  {
    rule: 'AFK7',
    file: 'builtin/afk/server/index.ts',
    find: 'listeners: [forgetUser],',
    replace: 'listeners: [],',
  },
  { rule: 'AFK8', file: 'builtin/afk/server/index.ts', find: 'endChains(db)', replace: 'Promise.resolve()' },
  {
    rule: 'AFK9',
    file: 'builtin/afk/browser/create-counting.ts',
    find: `    if (!isVisible()) return pause('hidden')\n`,
    replace: '',
  },
  {
    rule: 'REF1',
    file: 'builtin/referrals/server/handle-calls.ts',
    find: '/auth/register?ref=${code}',
    replace: '/auth/register#${code}',
  },
  {
    rule: 'REF2',
    file: 'builtin/referrals/server/check-referrals.ts',
    find: 'if (isActive && people.referred.verifiedAt !== null)',
    replace: 'if (isActive)',
  },
  {
    rule: 'REF3',
    file: 'builtin/referrals/server/migrations/0001_referral.sql',
    find: 'constraint referral_of_another check (referrer <> referred)',
    replace: 'constraint referral_of_another check (referrer is not null)',
  },
  {
    rule: 'REF4',
    file: 'builtin/referrals/server/check-referrals.ts',
    find: `if ([...own].some((address) => theirs.has(address))) return 'same-address'`,
    replace: '',
  },
  {
    rule: 'REF5',
    file: 'builtin/referrals/server/check-referrals.ts',
    find: 'else if (age > EXPIRES_AFTER)',
    replace: 'else if (age < 0)',
  },
  {
    rule: 'REF6',
    file: 'builtin/referrals/server/index.ts',
    find: 'listeners: [saveRegistration, forgetUser],',
    replace: 'listeners: [saveRegistration],',
  },
  {
    rule: 'REF7',
    file: 'builtin/referrals/server/save-registration.ts',
    find: 'if (!referrals_enabled || !referrer',
    replace: 'if (!referrer',
  },
  {
    rule: 'REF8',
    file: 'builtin/referrals/browser/invite-card.tsx',
    find: 'if (isMissing && isIdle) mutate({})',
    replace: '',
  },
  {
    rule: 'LNK1',
    file: 'builtin/links/server/handle-complete-link.ts',
    find: `if (attempt.state !== 'open') throw fail('LINKS_USED')`,
    replace: '',
  },
  {
    rule: 'LNK2',
    file: 'builtin/links/server/providers.ts',
    find: 'providers.push(provider)',
    replace: 'void provider',
  },
  {
    rule: 'LNK3',
    file: 'builtin/links/contract/settings.ts',
    find: `audience: 'secret'`,
    replace: `audience: 'public'`,
  },
  {
    rule: 'LNK4',
    file: 'builtin/links/server/handle-complete-link.ts',
    find: `if (!isProved) throw fail('LINKS_NOT_VERIFIED')`,
    replace: '',
  },
  {
    rule: 'LNK5',
    file: 'builtin/links/server/availability.ts',
    find: 'cooldownSeconds * 1000',
    replace: 'cooldownSeconds * 0',
  },
  {
    rule: 'LNK6',
    file: 'builtin/links/server/index.ts',
    find: 'listeners: [forgetUser],',
    replace: 'listeners: [],',
  },
  {
    rule: 'LNK7',
    file: 'builtin/links/contract/calls.ts',
    find: `, flag: 'l4r_enabled'`,
    replace: '',
  },
  {
    rule: 'LNK8',
    file: 'builtin/links/browser/links-page.tsx',
    find: 'disabled={offer.nextAt !== null}',
    replace: '',
  },
  { rule: 'AFK10', file: 'builtin/afk/server/rank-minutes.ts', find: 'value from', replace: 'valu from' },
  {
    rule: 'REF9',
    file: 'builtin/referrals/server/rank-referrals.ts',
    find: 'value from',
    replace: 'valu from',
  },
  { rule: 'LNK9', file: 'builtin/links/server/rank-links.ts', find: 'value from', replace: 'valu from' },
  {
    rule: 'JFR10',
    file: 'builtin/j4r-servers/browser/server-view.tsx',
    find: 'locked: !locked',
    replace: 'locked',
    noticedBy: 'builtin/j4r-servers/server-view.test.tsx',
  },
  {
    rule: 'JFR10',
    file: 'builtin/j4r-servers/browser/server-view.tsx',
    find: "  if (!useCan('admin.j4r.servers.edit')) return null\n",
    replace: "  useCan('admin.j4r.servers.edit')\n",
    noticedBy: 'builtin/j4r-servers/server-view.test.tsx',
  },
]
