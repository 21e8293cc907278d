import { exported, provideExports } from '@spawnpoint/sdk/server'
import { membership } from './tables.ts'

/** Rewards of memberships; accounts on Discord are known by a keyed hash only. */
export const j4rServersExport = provideExports('j4r-servers', [
  {
    name: 'discord-memberships',
    about: 'Memberships of Discord servers that coins are paid for.',
    version: 1,
    table: membership,
    key: [membership.userId, membership.serverId],
    personal: { rows: membership.userId, omit: ['review'] },
    columns: {
      userId: exported(membership.userId, 'Id in `users`.'),
      serverId: exported(membership.serverId, 'Id of the Discord server.'),
      coins: exported(membership.coins),
      payableAt: exported(membership.payableAt),
      paidAt: exported(membership.paidAt),
      review: exported(membership.review),
    },
  },
])
