import type { Mutant } from './mutant.ts'

const adjustmentCeiling = 'builtin/coins/server/adjustment-ceiling.ts'
const adjustmentQueries = 'builtin/coins/server/adjustment-queries.ts'
const handleAdjustBalance = 'builtin/coins/server/handle-adjust-balance.ts'
const handleRestoreBalance = 'builtin/coins/server/handle-restore-balance.ts'
const mayAdjust = 'builtin/coins/server/may-adjust.ts'
const ledger = 'builtin/coins/server/migrations/0001_ledger.sql'
const postTransfer = 'builtin/coins/server/post-transfer.ts'
const reckon = 'builtin/coins/server/reckon.ts'
const statementQueries = 'builtin/coins/server/statement-queries.ts'
const keyCircuit = 'builtin/panel/server/key-circuit.ts'
const panelExchange = 'builtin/panel/server/panel-exchange.ts'
const createRedeemCodes = 'builtin/redeem-codes/server/create-redeem-codes.ts'
const readToday = 'builtin/redeem-codes/server/read-today.ts'
const redemptionQueries = 'builtin/redeem-codes/server/redemption-queries.ts'
const statusOf = 'builtin/redeem-codes/server/status-of.ts'
const buildLease = 'builtin/server-queue/server/build-lease.ts'
const checkOrder = 'builtin/server-queue/server/check-order.ts'
const orderServer = 'builtin/servers/server/order-server.ts'
const suspendServer = 'builtin/servers/server/suspend-server.ts'
const handlePurchase = 'builtin/store/server/handle-purchase.ts'
const shelf = 'builtin/store/server/shelf.ts'

/** Rules of money and of what it buys: the ledger, the store, redeem codes, servers and their queue, the panel. */
export const moneyMutants: readonly Mutant[] = [
  {
    rule: 'COI2',
    file: postTransfer,
    find: 'const params = [scope, key, kind',
    replace: 'const params = [scope, `${key}${Math.random()}`, kind',
  },
  {
    rule: 'COI3',
    file: ledger,
    find: 'if v_before.request_hash <> v_hash then',
    replace: 'if v_before.request_hash is null then',
  },
  {
    rule: 'COI8',
    file: ledger,
    find: 'before update or delete or truncate on transfer',
    replace: 'before update or truncate on transfer',
  },
  {
    rule: 'COI8',
    file: ledger,
    find: 'before update or delete or truncate on entry',
    replace: 'before update or delete on entry',
  },
  { rule: 'COI9', file: ledger, find: 'if new.balance <> 0 then', replace: 'if new.balance < 0 then' },
  { rule: 'COI9', file: ledger, find: 'if v_count < 2 or v_sum <> 0 then', replace: 'if v_count < 2 then' },
  {
    rule: 'COI10',
    file: ledger,
    find: "when l.amount < 0 and a.frozen_at is not null then 'frozen'",
    replace: "when l.amount < 0 and a.frozen_at < now() - interval '99 years' then 'frozen'",
  },
  {
    rule: 'COI4',
    file: handleAdjustBalance,
    find: "if (!('balances' in posting)) throw fail(refusals[posting.outcome])",
    replace: "if (!('balances' in posting)) return 0",
  },
  {
    rule: 'COI13',
    file: postTransfer,
    find: "if (misnamed && 'user' in misnamed.account)",
    replace: "if (misnamed && 'system' in misnamed.account)",
  },
  { rule: 'COI7', file: statementQueries, find: 'return rows.length > 0', replace: 'return true' },
  { rule: 'COI7', file: statementQueries, find: "order: 'desc'", replace: "order: 'asc'" },
  { rule: 'COI7', file: statementQueries, find: 'balance: row.balance ?? 0,', replace: 'balance: 0,' },
  {
    rule: 'COI10',
    file: reckon,
    find: 'if (!(await freezeAccount(tx, account))) continue',
    replace: "if (account === '') await freezeAccount(tx, account)",
  },
  { rule: 'COI10', file: reckon, find: 'if (frozen > 0)', replace: 'if (frozen > 1000)' },
  {
    rule: 'COI10',
    file: handleRestoreBalance,
    find: "action: 'coins:restored'",
    replace: "action: 'coins:adjusted'",
  },
  {
    rule: 'COI11',
    file: handleAdjustBalance,
    find: '  await requireReauthentication(call.sessions, call.actor)\n',
    replace: '',
  },
  {
    rule: 'COI11',
    file: handleAdjustBalance,
    find: 'before: { balance: after - amount },',
    replace: 'before: { balance: after },',
  },
  {
    rule: 'COI11',
    file: handleAdjustBalance,
    find: "    kind: 'coins:adjusted',\n    note,",
    replace: "    kind: 'coins:adjusted',\n    note: '',",
  },
  {
    rule: 'COI13',
    file: mayAdjust,
    find: "if (user === actor.id) return 'COINS_SELF'",
    replace: "if (user === '') return 'COINS_SELF'",
  },
  { rule: 'COI13', file: mayAdjust, find: 'theirs.every((permission)', replace: 'theirs.some((permission)' },
  {
    rule: 'COI13',
    file: handleRestoreBalance,
    find: '    await requireMayAdjust(permissions, actor, body.user)\n',
    replace: '',
  },
  {
    rule: 'COI14',
    file: adjustmentCeiling,
    find: 'if (size <= most && sum <= daily) return false',
    replace: 'if (size <= most) return false',
  },
  {
    rule: 'COI14',
    file: adjustmentCeiling,
    find: 'if (size <= most && sum <= daily) return false',
    replace: 'if (sum <= daily) return false',
  },
  {
    rule: 'COI14',
    file: adjustmentCeiling,
    find: 'if (!actor.can(ROOT_PERMISSION))',
    replace: "if (!actor.can('admin.coins.edit'))",
  },
  {
    rule: 'COI14',
    file: adjustmentQueries,
    find: 'coalesce(sum(abs(e.amount)), 0)',
    replace: 'coalesce(sum(e.amount), 0)',
  },
  {
    rule: 'COI14',
    file: handleAdjustBalance,
    find: 'if (isLarge) await notifyOfAdjustment',
    replace: 'if (!isLarge) await notifyOfAdjustment',
  },
  {
    rule: 'COI1',
    file: ledger,
    find: 'set balance = balance + new.amount',
    replace: 'set balance = balance + greatest(new.amount, 0)',
  },
  {
    rule: 'COI5',
    file: 'builtin/coins/server/create-ledger.ts',
    find: 'await postTransfer(tx, movement)',
    replace: 'await db.orm.transaction((own) => postTransfer(own, movement))',
  },
  {
    rule: 'COI6',
    file: ledger,
    find: 'order by a.id for no key update',
    replace: 'order by (a.id = p_accounts[1]) desc, a.id for no key update',
  },
  {
    rule: 'STO8',
    file: 'builtin/store/browser/purchase-dialog.tsx',
    find: `      host.updateSession({ user: { credits } })\n`,
    replace: '',
  },
  {
    rule: 'STO8',
    file: 'builtin/store/browser/purchase-dialog.tsx',
    find: 'useAction(purchase, {',
    replace: 'useAction(purchase, {\n    refreshes: [listItems],',
  },
  {
    rule: 'COI12',
    file: 'builtin/coins/contract/account-calls.ts',
    find: `      .refine((amount) => amount !== 0, { error: 'zero' }),`,
    replace: ',',
  },
  {
    rule: 'RDM6',
    file: 'builtin/earn/contract/redeem-code.ts',
    find: `access: { user: true, flag: 'code_redemption_enabled' }`,
    replace: 'access: { user: true }',
  },
  { rule: 'RDM8', file: statusOf, find: `uses === 0 ? 'depleted'`, replace: `uses < 0 ? 'depleted'` },
  {
    rule: 'RDM8',
    file: statusOf,
    find: `if (!enabled) return`,
    replace: `if (!enabled && uses > 0 && expiresOn !== null) return`,
  },
  {
    rule: 'STO7',
    file: 'builtin/store/contract/items.ts',
    find: `summary: 'Buy one unit of an item',\n  access: { user: true, flag: 'store_enabled' }`,
    replace: `summary: 'Buy one unit of an item',\n  access: { user: true }`,
  },
  {
    rule: 'STO1',
    file: shelf,
    find: 'if (values[shelf.block]) return null',
    replace: 'if (values[shelf.price] < 0) return null',
  },
  {
    rule: 'STO2',
    file: handlePurchase,
    find: 'await call.allowances.add(tx, actor.id, { [part]: quantity })',
    replace:
      'await call.db.orm.transaction((own) => call.allowances.add(own, actor.id, { [part]: quantity }))',
  },
  {
    rule: 'STO3',
    file: handlePurchase,
    find: "if (payment.outcome === 'key-reused') throw refuse(call, payment)\n",
    replace: '',
  },
  {
    rule: 'STO4',
    file: handlePurchase,
    find: 'if (owned > max) throw',
    replace: 'if (owned - quantity > max) throw',
  },
  { rule: 'STO5', file: handlePurchase, find: 'available: refusal.available }', replace: 'available: 0 }' },
  {
    rule: 'STO6',
    file: handlePurchase,
    find: 'if (price !== body.price) throw',
    replace: 'if (price < body.price) throw',
  },
  {
    rule: 'RDM1',
    file: createRedeemCodes,
    find: "if (posting.outcome !== 'posted') throw new RedeemRefused(refusalOf(posting))",
    replace: "if (posting.outcome !== 'posted') return { outcome: refusalOf(posting) } as const",
  },
  {
    rule: 'RDM1',
    file: redemptionQueries,
    find: 'eq(sql`lower(${redeemCode.code})`, code.toLowerCase())',
    replace: 'eq(redeemCode.code, code)',
  },
  {
    rule: 'RDM2',
    file: createRedeemCodes,
    find: "if (times >= (code.perUser ?? 1)) return { outcome: 'already' }\n",
    replace: '',
  },
  { rule: 'RDM10', file: createRedeemCodes, find: 'code.perUser ?? 1', replace: '1' },
  {
    rule: 'RDM10',
    file: redemptionQueries,
    find: 'and(eq(redemption.codeId, code), eq(redemption.userId, user))',
    replace: 'eq(redemption.codeId, code)',
  },
  {
    rule: 'RDM11',
    file: 'builtin/redeem-codes/server/create-batch.ts',
    find: `if (isOther) throw fail('REDEEM_CODES_KEY_REUSED')`,
    replace: '',
  },
  {
    rule: 'RDM11',
    file: 'builtin/redeem-codes/server/create-batch.ts',
    find: 'if (!made) return false',
    replace: '',
  },
  {
    rule: 'RDM12',
    file: 'builtin/redeem-codes/server/list-uses.ts',
    find: 'and(eq(redemption.codeId, params.id), past)',
    replace: 'past',
  },
  {
    rule: 'RDM3',
    file: createRedeemCodes,
    find: 'return isSame ? repeat(asked)',
    replace: 'return asked ? repeat(asked)',
  },
  {
    rule: 'RDM4',
    file: redemptionQueries,
    find: 'sql`${redeemCode.uses} - 1`',
    replace: 'sql`${redeemCode.uses}`',
  },
  {
    rule: 'RDM5',
    file: statusOf,
    find: "if (!enabled) return 'disabled'",
    replace: "if (!enabled && uses < 0) return 'disabled'",
  },
  {
    rule: 'RDM7',
    file: redemptionQueries,
    find: 'sql`${redeemCode.version} + 1`',
    replace: 'sql`${redeemCode.version}`',
  },
  {
    rule: 'RDM9',
    file: readToday,
    find: 'const timeZone = settings.read(zone).app_timezone',
    replace: "const timeZone = settings.read(zone).app_timezone && 'UTC'",
  },
  {
    rule: 'SRV2',
    file: orderServer,
    find: 'if (taken >= location.slots) throw',
    replace: 'if (taken > location.slots) throw',
  },
  {
    rule: 'SRV4',
    file: orderServer,
    find: 'if (egg.vipOnly && !vip) throw',
    replace: 'if (egg.vipOnly && vip) throw',
  },
  {
    rule: 'SRV4',
    file: orderServer,
    find: 'if (location.vipOnly && !vip) throw',
    replace: 'if (location.vipOnly && vip) throw',
  },
  { rule: 'SRV5', file: orderServer, find: '  if (earlier) return { id: earlier.id }\n', replace: '' },
  {
    rule: 'SRV11',
    file: orderServer,
    find: 'if (earlier && !earlier.isSame) throw',
    replace: "if (earlier && earlier.id === '') throw",
  },
  {
    rule: 'SRV10',
    file: suspendServer,
    find: '?.bannedReason ?? null) !== null',
    replace: "?.bannedReason ?? '') === null",
  },
  { rule: 'SRV26', file: suspendServer, find: ') => suspendedByStaff || ', replace: ') => ' },
  {
    rule: 'QUE2',
    file: buildLease,
    find: 'if (written.length === 0) throw new LeaseLost()',
    replace: 'if (written.length === 0) return',
  },
  {
    rule: 'QUE4',
    file: checkOrder,
    find: 'if (holds(await permissions.of(build.owner), vipPermission)) return',
    replace: 'if (await permissions.of(build.owner)) return',
  },
  {
    rule: 'QUE5',
    file: checkOrder,
    find: 'if (owner.bannedReason !== null) throw',
    replace: "if (owner.bannedReason === '-') throw",
  },
  {
    rule: 'PAN7',
    file: keyCircuit,
    find: 'const refusalsUntilOpen = 3',
    replace: 'const refusalsUntilOpen = 4',
  },
  {
    rule: 'PAN7',
    file: keyCircuit,
    find: 'const coolDownMs = 300_000',
    replace: 'const coolDownMs = 60_000',
  },
  {
    rule: 'PAN21',
    file: panelExchange,
    find: 'const maxAnswerBytes = 2_000_000',
    replace: 'const maxAnswerBytes = 200_000_000',
  },
]
