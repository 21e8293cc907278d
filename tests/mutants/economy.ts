import type { Mutant } from './mutant.ts'

const ledger = 'builtin/coins/server/simulated-ledger.ts'
const simulation = 'builtin/coins/server/simulate.ts'
const habits = 'builtin/coins/server/simulated-habits.ts'
const calls = 'builtin/coins/server/handle-simulation.ts'
const queries = 'builtin/coins/server/report-queries.ts'

/** The simulator of the economy, and its monthly report. */
export const economyMutants: readonly Mutant[] = [
  { rule: 'COI25', file: simulation, find: 'if (drawn < chance) act', replace: 'if (drawn > chance) act' },
  {
    rule: 'COI25',
    file: simulation,
    find: 'createRandom(mixSeed(seed, stream, day))',
    replace: 'createRandom(mixSeed(seed, followed.length, day))',
  },
  { rule: 'COI25', file: habits, find: 'Math.min(1, often)', replace: 'often' },
  {
    rule: 'COI26',
    file: ledger,
    find: 'Math.max(0, (coinsPerDay - had) * msPerCoin - rest)',
    replace: 'coinsPerDay * msPerCoin',
  },
  {
    rule: 'COI26',
    file: ledger,
    find: 'memory.mark[account] = (rest + counted) % msPerCoin',
    replace: 'memory.mark[account] = 0',
  },
  {
    rule: 'COI26',
    file: ledger,
    find: 'Math.ceil((coins * given.feePercent) / 100)',
    replace: 'Math.round((coins * given.feePercent) / 100)',
  },
  {
    rule: 'COI26',
    file: 'builtin/coins/server/simulated-renewals.ts',
    find: 'states[account] === state.stopped || ',
    replace: '',
  },
  {
    rule: 'COI26',
    file: 'builtin/coins/server/simulated-renewals.ts',
    find: 'now < until - dayMs',
    replace: 'now < until',
  },
  {
    rule: 'COI26',
    file: 'builtin/coins/server/simulated-ledger.ts',
    find: 'payableAt: now + given.waitMs',
    replace: 'payableAt: now',
  },
  {
    rule: 'COI26',
    file: 'builtin/servers/server/economy-part.ts',
    find: 'price: values.server_renew_cost',
    replace: 'price: values.server_renew_days',
  },
  {
    rule: 'COI26',
    file: 'builtin/j4r-servers/server/economy-part.ts',
    find: 'values.j4r_hold_hours * 3_600_000',
    replace: 'values.j4r_hold_hours * 60_000',
  },
  {
    rule: 'COI25',
    file: 'builtin/coins/server/simulated-habits.ts',
    find: 'times / people / Math.max(1, periods)',
    replace: 'times / people',
  },
  {
    rule: 'COI27',
    file: calls,
    find: 'return { ...settings.read(declarations), ...Object.fromEntries(own) }',
    replace: 'return settings.read(declarations)',
  },
  {
    rule: 'COI27',
    file: calls,
    find: 'if (!declaration?.schema.safeParse(changed).success)',
    replace: 'if (!declaration)',
  },
  {
    rule: 'COI27',
    file: 'builtin/coins/server/run-simulation.ts',
    find: '      if (running) return null\n',
    replace: '',
  },
  {
    rule: 'COI28',
    file: 'builtin/coins/browser/simulator-tab.tsx',
    find: 'if (value !== null) changes[key] = value',
    replace: 'if (typeof value === "boolean") changes[key] = value',
  },
  {
    rule: 'COI41',
    file: 'builtin/coins/browser/print-statement.tsx',
    find: '    window.print()\n',
    replace: '',
  },
  {
    rule: 'COI90',
    file: 'builtin/coins/browser/print-statement.tsx',
    find: 'Date.parse(at) >= since',
    replace: 'Date.parse(at) >= 0',
  },
  {
    rule: 'COI90',
    file: 'builtin/coins/browser/print-statement.tsx',
    find: 'cursor !== null && lines.length <= MOST_LINES',
    replace: 'false',
  },
  {
    rule: 'COI90',
    file: 'builtin/coins/browser/print-statement.tsx',
    find: 'isCut: lines.length > MOST_LINES',
    replace: 'isCut: false',
  },
  {
    rule: 'COI29',
    file: queries,
    find: 'order by coins desc, t.id limit 10',
    replace: 'order by t.id limit 1',
  },
  {
    rule: 'COI29',
    file: queries,
    find: 'is distinct from row(l.issued, l.removed, l.moved, l.transactions)',
    replace: 'is null',
  },
]
