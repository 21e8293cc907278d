import { resourceTable } from '@spawnpoint/sdk/resource/server'
import { identity } from '@spawnpoint/sdk/server'
import { bigint, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { j4rServers } from '../resource.ts'

const schema = pgSchema('j4r_servers')
const at = (name: string) => timestamp(name, { withTimezone: true })
const owner = () =>
  uuid('user_id')
    .notNull()
    .references(() => identity.id)

export const j4rServer = resourceTable(j4rServers)

export const discordAccount = schema.table('discord_account', {
  userId: owner().primaryKey(),
  discordHash: text('discord_hash').notNull().unique(),
  createdAt: at('created_at').notNull().defaultNow(),
})

export const startedCheck = schema.table('started_check', {
  stateHash: text('state_hash').primaryKey(),
  userId: owner(),
  expiresAt: at('expires_at').notNull(),
})

export const membership = schema.table(
  'membership',
  {
    userId: owner(),
    serverId: text('server_id').notNull(),
    coins: bigint('coins', { mode: 'number' }).notNull(),
    payableAt: at('payable_at').notNull(),
    paidAt: at('paid_at'),
    review: text('review', { enum: ['held', 'void'] }),
  },
  ({ userId, serverId }) => [primaryKey({ columns: [userId, serverId] })],
)
