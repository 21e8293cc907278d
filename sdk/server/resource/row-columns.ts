import { randomBytes } from 'node:crypto'
import { integer, timestamp, uuid } from 'drizzle-orm/pg-core'

/**
 * A UUID of version 7: ids made later sort later, so new rows stand together in the index.
 *
 * @example await db.orm.insert(notes).values({ id: createRowId(), text: 'Hello' })
 */
export function createRowId(now: number = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 }).notNull().defaultNow()

/**
 * The columns every resource table begins with. Its migration says the same: `id uuid primary key`,
 * `version integer not null default 1`, `created_at` and `updated_at timestamptz(3) not null default now()`.
 *
 * @example export const location = pgSchema('locations').table('location', { ...rowColumns(), name: text().notNull() })
 */
export const rowColumns = () => ({
  id: uuid('id')
    .primaryKey()
    .$defaultFn(() => createRowId()),
  version: integer('version').notNull().default(1),
  createdAt: moment('created_at'),
  updatedAt: moment('updated_at'),
})
