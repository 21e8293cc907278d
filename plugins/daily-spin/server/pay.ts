import { Wallet } from '@spawnpoint/contracts/coins'
import type { PluginDatabase, PluginServices } from '@spawnpoint/sdk/server'
import { markPaid, removeUncharged, takeAbandoned, takeOwed, type Spin } from './spins.ts'

/** The spin's id is the key of its charge and of its prize, so each moves coins once. */
export const chargeKey = ({ id }: Pick<Spin, 'id'>) => `charge:${id}`
const prizeKey = ({ id }: Pick<Spin, 'id'>) => `prize:${id}`

interface Deps {
  readonly db: PluginDatabase
  readonly services: PluginServices
}

/** Pays the prize of an owed spin; false while the budget of the day is spent. */
export async function payPrize({ db, services }: Deps, spin: Spin): Promise<boolean> {
  if (spin.coins === 0) return true
  const request = { user: spin.person, amount: spin.coins, key: prizeKey(spin), note: spin.prize }
  const answer = await services.find(Wallet)?.earn(request)
  if (!answer?.ok) return false
  await markPaid(db, spin.id)
  return true
}

/** Gives the coins of a spin back that did not happen, and forgets it. */
export async function returnCharge({ db, services }: Deps, spin: Spin): Promise<void> {
  const answer = await services.find(Wallet)?.refund({ charge: chargeKey(spin) })
  // Without an answer the row stays, and the job tries again.
  if (answer && (answer.ok || answer.reason === 'no-charge')) await removeUncharged(db, spin.id)
}

/** Pays what is owed and returns what was charged for a spin whose request ended too early. */
export async function settle(deps: Deps, now: Date): Promise<void> {
  for (const spin of await takeAbandoned(deps.db, now)) await returnCharge(deps, spin)
  for (const spin of await takeOwed(deps.db, now)) await payPrize(deps, spin)
}
