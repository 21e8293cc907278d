import { exported, provideExports } from '@spawnpoint/sdk/server'
import { hold } from './tables.ts'

/** Earnings that were held back; traces of devices and networks stay here. */
export const antiAbuseExport = provideExports('anti-abuse', [
  {
    name: 'held-earnings',
    about: 'Earnings that were held back for a check.',
    version: 1,
    table: hold,
    key: [hold.id],
    personal: { rows: hold.userId, omit: ['signs', 'decidedBy'] },
    columns: {
      id: exported(hold.id),
      number: exported(hold.number),
      userId: exported(hold.userId, 'Id in `users`.'),
      source: exported(hold.source, 'Plugin that earned it.'),
      kind: exported(hold.kind),
      note: exported(hold.note),
      amount: exported(hold.amount, 'Coins of the user.'),
      total: exported(hold.total, 'Coins of all recipients.'),
      signs: exported(hold.signs, 'Why it was held back.'),
      state: exported(hold.state),
      createdAt: exported(hold.createdAt),
      appeal: exported(hold.appeal),
      appealedAt: exported(hold.appealedAt),
      decidedAt: exported(hold.decidedAt),
      decidedBy: exported(hold.decidedBy, 'Id in `users`.'),
      decisionNote: exported(hold.decisionNote),
    },
  },
])
