import { coinsSettings } from '@spawnpoint/contracts/coins'
import type { MailService } from '@spawnpoint/contracts/mail'
import type { UsersService } from '@spawnpoint/contracts/users'
import { ROOT_PERMISSION, type Live } from '@spawnpoint/sdk/common'
import {
  createEmailTexts,
  EndpointFailure,
  type Actor,
  type Queries,
  type SettingsService,
} from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import { sumAdjusted } from './adjustment-queries.ts'

const readWords = createEmailTexts('coins', join(import.meta.dirname, '..', 'locales'))

interface CeilingUses {
  readonly settings: SettingsService
  readonly users: UsersService
  readonly mail: Live<MailService>
}

interface Adjustment {
  readonly user: string
  readonly amount: number
  readonly scope: string
  readonly key: string
}

/** Whether the adjustment passes what staff may do at once or in a day. Throws `COINS_CEILING` unless root does it. */
export async function passesCeiling(
  { settings }: CeilingUses,
  tx: Queries,
  actor: Actor,
  { amount, scope, key }: Adjustment,
): Promise<boolean> {
  const { coins_adjustment_max: most, coins_adjustment_daily_max: daily } = settings.read(coinsSettings)
  const size = Math.abs(amount)
  const sum = size + (await sumAdjusted(tx, scope, key))
  if (size <= most && sum <= daily) return false
  if (!actor.can(ROOT_PERMISSION))
    throw new EndpointFailure('COINS_CEILING', 403, { details: { most, daily } })
  return true
}

/** The email to all administrators about an adjustment above the ceiling. */
export async function notifyOfAdjustment(
  { users, mail }: CeilingUses,
  tx: Queries,
  { actor, user, amount, note }: { actor: string; user: string; amount: number; note: string },
): Promise<void> {
  const people = await Promise.all([users.find(actor, tx), users.find(user, tx)])
  const [by = actor, name = user] = people.map((person) => person?.username)
  const values = { by, name, amount: String(amount), note }
  await mail.get()?.notifyRoots(tx, (locale) => readWords(locale, 'large-adjustment', values))
}
