import type { Mutant } from './mutant.ts'

const wallets = 'builtin/coins/server/create-wallets.ts'
const queries = 'builtin/coins/server/plugin-wallet-queries.ts'
const budget = 'builtin/coins/server/handle-plugin-budget.ts'
const context = 'kernel/packages/server/context/create-plugin-context.ts'

/** Coins of added plugins. */
export const pluginCoinMutants: readonly Mutant[] = [
  { rule: 'COI30', file: wallets, find: "into: 'store' }", replace: "into: 'store', amount: 1 }" },
  {
    rule: 'COI30',
    file: 'builtin/coins/server/statement-queries.ts',
    find: "from '^.*:plugin-'",
    replace: "from '^.*:plugins-'",
  },
  {
    rule: 'COI31',
    file: wallets,
    find: 'key: charge, note: text',
    replace: 'key: crypto.randomUUID(), note: text',
  },
  { rule: 'COI31', file: wallets, find: "repeated: outcome === 'repeated'", replace: 'repeated: false' },
  {
    rule: 'COI32',
    file: wallets,
    find: 'if (paid > (perDay ?? 0))',
    replace: 'if (paid - amount > (perDay ?? 0))',
  },
  { rule: 'COI32', file: wallets, find: "if (posting.outcome !== 'posted') return posting", replace: '' },
  {
    rule: 'COI32',
    file: queries,
    find: 'set coins = plugin_earning.coins + excluded.coins',
    replace: 'set coins = excluded.coins',
  },
  {
    rule: 'COI32',
    file: queries,
    find: 'now.toISOString().slice(0, 10)',
    replace: 'now.toISOString().slice(0, 8) + "01"',
  },
  {
    rule: 'COI33',
    file: wallets,
    find: "return { ok: false, reason: 'no-charge' }",
    replace: "throw new Error('no charge')",
  },
  { rule: 'COI33', file: wallets, find: 'available: posting.available', replace: 'available: 0' },
  {
    rule: 'COI34',
    file: wallets,
    find: 'const movement = z.strictObject(',
    replace: 'const movement = z.object(',
  },
  { rule: 'COI34', file: wallets, find: '.int().min(1)', replace: '.int()' },
  { rule: 'COI34', file: wallets, find: '.max(MOST_PLUGIN_COINS)', replace: '' },
  {
    rule: 'COI35',
    file: wallets,
    find: 'scope: `plugin-${fact}:${plugin}`',
    replace: 'scope: `plugin-${fact}`',
  },
  {
    rule: 'COI35',
    file: context,
    find: 'found.serve({ id, title, capabilities })',
    replace: "found.serve({ id: 'one', title })",
  },
  {
    rule: 'COI36',
    file: context,
    find: '        requireOn()\n        return Reflect',
    replace: '        return Reflect',
  },
  { rule: 'COI38', file: budget, find: '  await requireReauthentication(sessions, actor)\n', replace: '' },
  { rule: 'COI38', file: budget, find: '    if (before === body.perDay) return\n', replace: '    return\n' },
  {
    rule: 'COI38',
    file: 'builtin/coins/browser/plugin-consent.tsx',
    find: 'isValid: perDay !== null',
    replace: 'isValid: true',
  },
  { rule: 'COI39', file: budget, find: 'body.perDay > most &&', replace: 'body.perDay > most * 2 &&' },
  {
    rule: 'COI40',
    file: 'builtin/coins/server/index.ts',
    find: 'listeners: [dropBudgetOfRemoved]',
    replace: 'listeners: []',
  },
  {
    rule: 'COI44',
    file: wallets,
    find: 'return { charge, refund: giveBack, balance: wallet.balance }',
    replace: 'return { ...wallet, charge, refund: giveBack }',
    noticedBy: 'builtin/coins/plugin-wallet.test.ts',
  },
  {
    rule: 'COI44',
    file: 'builtin/coins/browser/plugin-consent.tsx',
    find: 'services.includes(Wallet.id)',
    replace: "services.some((each) => each.startsWith('coins.'))",
    noticedBy: 'builtin/coins/plugin-budget.test.tsx',
  },
  {
    rule: 'PLM31',
    file: 'builtin/plugin-manager/browser/package-install-dialog.tsx',
    find: ' && answers.isValid',
    replace: '',
  },
  {
    rule: 'PLM31',
    file: 'builtin/plugin-manager/browser/use-plugin-switch.ts',
    find: 'enable(plugin).then(answers.save)',
    replace: 'enable(plugin)',
  },
]
