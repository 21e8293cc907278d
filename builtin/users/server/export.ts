import { exported, provideExports } from '@spawnpoint/sdk/server'
import { pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { account } from './tables.ts'

const time = (name: string) => timestamp(name, { withTimezone: true }).notNull()

// Only read here: the kernel writes it.
const session = pgSchema('kernel').table('session', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  userAgent: text('user_agent').notNull(),
  ip: text('ip').notNull(),
  createdAt: time('created_at'),
  lastSeenAt: time('last_seen_at'),
})

/** Accounts without support PINs; passwords and second factors are tables of `auth`, which exports nothing. */
export const usersExport = provideExports('users', [
  {
    name: 'users',
    about: 'Accounts. Passwords, second factors, sessions and support PINs are left out.',
    version: 1,
    table: account,
    key: [account.id],
    personal: { rows: account.id },
    columns: {
      id: exported(account.id),
      username: exported(account.username),
      email: exported(account.email),
      firstName: exported(account.firstName),
      lastName: exported(account.lastName),
      avatar: exported(account.avatar),
      verifiedAt: exported(account.verifiedAt, 'When the email address was verified.'),
      firstIp: exported(account.firstIp, 'IP address of the registration.'),
      lastIp: exported(account.lastIp),
      lastSeenAt: exported(account.lastSeenAt),
      bannedReason: exported(account.bannedReason, 'Set while the account is banned.'),
      roleId: exported(account.roleId, 'Id in `roles`; null for the default role.'),
      preferences: exported(account.preferences),
      version: exported(account.version, 'Rises with each change.'),
      createdAt: exported(account.createdAt),
      updatedAt: exported(account.updatedAt),
      deletedAt: exported(account.deletedAt, 'Set once the person was erased; the row is a pseudonym then.'),
    },
  },
  {
    name: 'sessions',
    about: 'Where a user is logged in.',
    version: 1,
    table: session,
    key: [session.id],
    isOnlyPersonal: true,
    personal: { rows: session.userId },
    columns: {
      userAgent: exported(session.userAgent, 'How the browser names itself.'),
      ip: exported(session.ip),
      createdAt: exported(session.createdAt),
      lastSeenAt: exported(session.lastSeenAt),
    },
  },
])
