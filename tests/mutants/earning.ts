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
    find: ' and c.nonce = $7 and $4',
    replace: ' and $7::uuid is not null and $4',
  },
  { rule: 'AFK5', file: queries, find: 'c.day_coins < $9 and ', replace: '$9 > 0 and ' },
  {
    rule: 'AFK6',
    file: 'builtin/afk/server/pay.ts',
    find: `    await markPaid(tx, user, coins)\n`,
    replace: '',
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
]
