import { rowColumns } from '@spawnpoint/sdk/resource/server'
import { identity } from '@spawnpoint/sdk/server'
import { boolean, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const schema = pgSchema('roles')

export const role = schema.table('role', {
  ...rowColumns(),
  name: text('name').notNull(),
  realName: text('real_name').notNull(),
  color: text('color').notNull(),
  core: boolean('core').notNull().default(false),
})

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
