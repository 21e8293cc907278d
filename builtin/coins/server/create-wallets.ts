import {
  MOST_PLUGIN_COINS,
  type LedgerService,
  type OwnPosting,
  type Posting,
  type TillService,
  type WalletAnswer,
  type WalletRefusal,
  type WalletRequest,
  type WalletService,
} from '@spawnpoint/contracts/coins'
import { plainText, type PluginCaller } from '@spawnpoint/sdk/common'
import {
  callerTitle,
  forPlugins,
  readPluginRequest,
  type ClockService,
  type DatabaseService,
  type PluginsService,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { countEarning, findCharge, findSpending, rememberName } from './plugin-wallet-queries.ts'
import { findAccount } from './statement-queries.ts'

export interface WalletUses {
  readonly db: DatabaseService
  readonly ledger: LedgerService
  readonly clock: ClockService
  readonly plugins: Pick<PluginsService, 'messages'>
}

// Marks that reverse the order of characters could make a text read as another.
const plain = (text: string) => text.replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '').trim()

const key = plainText(1, 150)
const note = plainText(0, 200).transform(plain).optional()
const wholeAmount = z.number().int().min(1).max(MOST_PLUGIN_COINS)
const movement = z.strictObject({ user: z.string(), amount: wholeAmount, key, note })
const refund = z.strictObject({ charge: key, note })
const uuid = z.uuid()

const read = <S extends z.ZodType>(schema: S, method: string, given: unknown) =>
  readPluginRequest(schema, `wallet.${method}`, given)

const unknown: WalletRefusal = { ok: false, reason: 'unknown' }

function refusalOf(posting: Exclude<Posting, { readonly balances: unknown }>): WalletRefusal {
  if (posting.outcome === 'insufficient')
    return { ok: false, reason: 'insufficient', available: posting.available }
  return { ok: false, reason: posting.outcome }
}

function answerOf(posting: OwnPosting): WalletAnswer {
  if (!('balance' in posting)) return refusalOf(posting)
  const { outcome, transfer, balance } = posting
  return { ok: true, repeated: outcome === 'repeated', transaction: transfer, balance }
}

/** Ends the transaction of a payment that would pass the budget. */
class OverBudget extends Error {
  readonly left: number
  constructor(left: number) {
    super('a plugin would pay more than its budget of the day')
    this.left = left
  }
}

/** The context of a plugin's transactions: keys of two plugins, or of two uses of one, never meet. */
const contextOf = (plugin: string, fact: 'earned' | 'charged' | 'refunded') => ({
  scope: `plugin-${fact}:${plugin}`,
  kind: `${plugin}:plugin-${fact}`,
})

function createWallet(plugin: string, { db, ledger, clock }: WalletUses): WalletService {
  async function pay(tx: Transaction, request: WalletRequest): Promise<OwnPosting> {
    const posting = await ledger.earn(tx, {
      ...contextOf(plugin, 'earned'),
      ...request,
      note: request.note ?? '',
      from: 'earnings',
    })
    if (posting.outcome !== 'posted') return posting
    const { amount } = request
    const { paid, perDay } = await countEarning(tx, { plugin, now: clock.now(), amount })
    if (paid > (perDay ?? 0)) throw new OverBudget(Math.max(0, (perDay ?? 0) - (paid - amount)))
    return posting
  }

  return {
    async earn(given) {
      const request = read(movement, 'earn', given)
      if (!uuid.safeParse(request.user).success) return unknown
      try {
        return answerOf(await db.orm.transaction((tx) => pay(tx, request)))
      } catch (error) {
        if (error instanceof OverBudget) return { ok: false, reason: 'over-budget', left: error.left }
        throw error
      }
    },
    async charge(given) {
      const { note: text = '', ...request } = read(movement, 'charge', given)
      if (!uuid.safeParse(request.user).success) return unknown
      const context = contextOf(plugin, 'charged')
      return answerOf(
        await db.orm.transaction((tx) =>
          ledger.pay(tx, { ...context, ...request, note: text, into: 'store' }),
        ),
      )
    },
    async refund(given) {
      const { charge, note: text = '' } = read(refund, 'refund', given)
      const charged = await findCharge(db.orm, contextOf(plugin, 'charged').scope, charge)
      if (!charged) return { ok: false, reason: 'no-charge' }
      const context = { ...contextOf(plugin, 'refunded'), key: charge, note: text, from: 'store' as const }
      return answerOf(await db.orm.transaction((tx) => ledger.earn(tx, { ...context, ...charged })))
    },
    async balance(user) {
      const account = uuid.safeParse(user).success ? await findAccount(db.orm, user) : null
      return account?.balance ?? null
    },
    async budget() {
      const { paid, perDay } = await findSpending(db.orm, plugin, clock.now())
      return { perDay: perDay ?? 0, left: Math.max(0, (perDay ?? 0) - paid) }
    },
  }
}

type Methods = Pick<WalletService, 'earn' | 'charge' | 'refund'>

/** Keeps the name of the plugin for the statement before its first transaction. */
function createNaming(uses: WalletUses) {
  const named = new Map<string, Promise<void>>()
  const remember = (caller: PluginCaller): Promise<void> => {
    const name = callerTitle(caller, uses.plugins)
    const mark = `${caller.id} ${name}`
    const done = named.get(mark) ?? rememberName(uses.db.orm, caller.id, name)
    named.set(mark, done)
    done.catch(() => named.delete(mark))
    return done
  }
  return (caller: PluginCaller, wallet: Methods): Methods => {
    const first =
      <A, R>(method: (argument: A) => Promise<R>) =>
      async (argument: A) => {
        await remember(caller)
        return method(argument)
      }
    return { earn: first(wallet.earn), charge: first(wallet.charge), refund: first(wallet.refund) }
  }
}

/** A wallet for each added plugin that asks. */
export function createWallets(uses: WalletUses) {
  const withName = createNaming(uses)
  return forPlugins((caller): WalletService => {
    const wallet = createWallet(caller.id, uses)
    return { ...wallet, ...withName(caller, wallet) }
  })
}

/** A till for each added plugin that asks: its wallet without the payments. */
export function createTills(uses: WalletUses) {
  const withName = createNaming(uses)
  return forPlugins((caller): TillService => {
    const wallet = createWallet(caller.id, uses)
    const { charge, refund: giveBack } = withName(caller, wallet)
    return { charge, refund: giveBack, balance: wallet.balance }
  })
}
