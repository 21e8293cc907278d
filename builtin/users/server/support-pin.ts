import { type ServicesOf } from '@spawnpoint/sdk/common'
import { findBySupportPin, getSupportPin, renewSupportPin } from '@spawnpoint/contracts/users'
import {
  answer,
  type Queries,
  type SecretsService,
  Database,
  Audit,
  Clock,
  Limits,
  Secrets,
} from '@spawnpoint/sdk/server'
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { findAccount } from './account-queries.ts'
import { account } from './tables.ts'
import { violates } from './taken-failure.ts'

const LIFETIME_MS = 24 * 3_600_000
const TRIES = 20
const LOOK_UPS = { max: 60, perSeconds: 3_600 }

const uses = { db: Database, audit: Audit, clock: Clock, limits: Limits, secrets: Secrets }

export type PinUses = ServicesOf<typeof uses>

const hashOf = (secrets: SecretsService, pin: string) => secrets.sign('support-pin', pin)

const writePin = async ({ db, clock, secrets }: PinUses, user: string) => {
  const pin = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = new Date(clock.now().getTime() + LIFETIME_MS)
  const pinned = {
    supportPinHash: hashOf(secrets, pin),
    supportPinSealed: secrets.seal(pin),
    supportPinExpiresAt: expiresAt,
  }
  await db.orm
    .update(account)
    .set(pinned)
    .where(and(eq(account.id, user), isNull(account.deletedAt)))
  return { pin, expiresAt: expiresAt.toISOString() }
}

/** Removes all of them: the key that they were sealed and signed with is gone. */
export const dropSupportPins = async (db: Queries): Promise<void> => {
  await db
    .update(account)
    .set({ supportPinHash: null, supportPinSealed: null, supportPinExpiresAt: null })
    .where(isNotNull(account.supportPinSealed))
}

/** Two people with one PIN would make it name the wrong one: a taken one is thrown again. */
const mintPin = async (
  uses: PinUses,
  user: string,
  triesLeft = TRIES,
): Promise<{ pin: string; expiresAt: string }> => {
  try {
    return await writePin(uses, user)
  } catch (error) {
    if (triesLeft === 0 || !violates(error, 'account_support_pin_key')) throw error
    return mintPin(uses, user, triesLeft - 1)
  }
}

export const handleGetSupportPin = answer(getSupportPin, uses, async ({ actor, db, clock, secrets }) => {
  const row = await findAccount(db.orm, actor.id)
  if (!row?.supportPinSealed || !row.supportPinExpiresAt || row.supportPinExpiresAt <= clock.now())
    return { support: null }
  return {
    support: { pin: secrets.open(row.supportPinSealed), expiresAt: row.supportPinExpiresAt.toISOString() },
  }
})

export const handleRenewSupportPin = answer(renewSupportPin, uses, async ({ actor, ip, ...services }) => {
  const support = await mintPin(services, actor.id)
  await services.audit.write(services.db.orm, {
    actor: actor.id,
    action: 'users:new_support_pin',
    target: actor.id,
    ip,
  })
  return { support }
})

/** Limited by the hour too: six digits must not be guessed by somebody with patience. */
export const handleFindBySupportPin = answer(
  findBySupportPin,
  uses,
  async ({ actor, body, ip, fail, ...services }) => {
    const { db, audit, clock, limits, secrets } = services
    if (!(await limits.take(`users:support-pin:${actor.id}`, LOOK_UPS))) throw fail('RATE_LIMITED')
    const [found] = await db.orm
      .select({ id: account.id })
      .from(account)
      .where(
        and(
          eq(account.supportPinHash, hashOf(secrets, body.pin)),
          gt(account.supportPinExpiresAt, clock.now()),
          isNull(account.deletedAt),
        ),
      )
    await audit.write(db.orm, {
      actor: actor.id,
      action: found ? 'users:support_pin_used' : 'users:support_pin_missed',
      ...(found && { target: found.id }),
      ip,
    })
    if (!found) throw fail('USERS_PIN_UNKNOWN', { fields: { pin: 'USERS_PIN_UNKNOWN' } })
    return found
  },
)
