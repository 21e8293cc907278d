import { exported, provideExports } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { code, referral } from './tables.ts'

export const referralsExport = provideExports('referrals', [
  {
    name: 'referral-codes',
    about: 'Codes with which customers invite others.',
    version: 1,
    table: code,
    key: [code.userId],
    personal: { rows: code.userId },
    columns: { userId: exported(code.userId, 'Id in `users`.'), code: exported(code.code) },
  },
  {
    name: 'referrals',
    about: 'Who invited whom, and what became of it.',
    version: 1,
    table: referral,
    key: [referral.id],
    personal: {
      rows: (user) => sql`${user} in (${referral.referrer}, ${referral.referred})`,
      omit: ['reason'],
    },
    columns: {
      id: exported(referral.id),
      referrer: exported(referral.referrer, 'Id in `users`.'),
      referred: exported(referral.referred, 'Id in `users`.'),
      state: exported(referral.state),
      reason: exported(referral.reason, 'Why it was not paid, or waits.'),
      reward: exported(referral.reward, 'Coins.'),
      rewardOfInvited: exported(referral.rewardOfInvited, 'Coins.'),
      activeDays: exported(referral.activeDays),
      createdAt: exported(referral.createdAt),
      decidedAt: exported(referral.decidedAt),
    },
  },
])
