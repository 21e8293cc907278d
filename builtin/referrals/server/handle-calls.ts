import {
  createReferralCode,
  listReferrals,
  readReferralOverview,
  referralsSettings,
} from '@spawnpoint/contracts/referrals'
import { Users } from '@spawnpoint/contracts/users'
import { answer, Database, Instance, Settings } from '@spawnpoint/sdk/server'
import { randomInt } from 'node:crypto'
import { findCode, listOf, readTotals, saveCode } from './referral-queries.ts'

// Without signs that look alike.
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const newCode = () => Array.from({ length: 8 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

const present = (origin: string, code: string) => ({
  code,
  link: `${origin}/auth/register?ref=${code}`,
})

export const handleReadOverview = answer(
  readReferralOverview,
  { db: Database, settings: Settings, instance: Instance },
  async ({ actor, db, settings, instance }) => {
    const [code, totals] = [await findCode(db.orm, actor.id), await readTotals(db.orm, actor.id)]
    const set = settings.read(referralsSettings)
    return {
      ...totals,
      invite: code === null ? null : present(instance.origin, code),
      reward: set.referrals_coins_per_referral,
      rewardOfInvited: set.referrals_coins_per_referral_redeemer,
      waitDays: set.referrals_wait_days,
      activeDays: set.referrals_active_days,
    }
  },
)

export const handleCreateCode = answer(
  createReferralCode,
  { db: Database, instance: Instance },
  async ({ actor, db, instance }) => {
    for (;;) {
      await saveCode(db.orm, actor.id, newCode())
      const code = await findCode(db.orm, actor.id)
      // Null where the new code was somebody else's already.
      if (code !== null) return { invite: present(instance.origin, code) }
    }
  },
)

export const handleListReferrals = answer(
  listReferrals,
  { db: Database, users: Users },
  async ({ actor, query, db, users }) => {
    const { items, ...page } = await listOf(db.orm, actor.id, query)
    const found = await users.findMany(items.map(({ referred }) => referred))
    const people = new Map(found.map((person) => [person.id, person]))
    return {
      ...page,
      items: items.map(({ id, referred, createdAt, state, reward }) => ({
        id: String(id),
        user: referred,
        username: people.get(referred)?.username ?? null,
        avatar: people.get(referred)?.avatar ?? null,
        at: createdAt.toISOString(),
        state,
        coins: reward,
      })),
    }
  },
)
