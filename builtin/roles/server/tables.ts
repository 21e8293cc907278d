import { resourceTable } from '@spawnpoint/sdk/resource/server'
import { identity } from '@spawnpoint/sdk/server'
import { boolean, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { roles } from '../resource.ts'

const schema = pgSchema('roles')

export const role = resourceTable(roles)

export const grant = schema.table(
  'grant',
  {
    roleId: uuid('role_id').notNull(),
    permission: text('permission').notNull(),
    granted: boolean('granted').notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.roleId, table.permission] })],
)

export const member = schema.table('member', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => identity.id),
  roleId: uuid('role_id').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
