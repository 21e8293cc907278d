import { createCodeBatch, type BatchOrder } from '@spawnpoint/contracts/redeem-codes'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import {
  answer,
  Audit,
  Clock,
  Database,
  Settings,
  type Queries,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { asc, eq } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { readToday } from './read-today.ts'
import { statusOf } from './status-of.ts'
import { batch, batchCode, redeemCode } from './tables.ts'

// Without characters that people take for one another, such as O and 0.
const SIGNS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const LENGTH = 12
const GROUP = 4

/** As `SUMMER-7KQM-X2FD-9TRA`: 59 bits, so that nobody guesses one. */
function randomCode(prefix: string): string {
  const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)] ?? 'A')
  const groups = Array.from({ length: LENGTH / GROUP }, (_, at) =>
    signs.slice(at * GROUP, (at + 1) * GROUP).join(''),
  )
  return [prefix, ...groups].filter(Boolean).join('-')
}

const listCodes = async (db: Queries, id: string): Promise<string[]> =>
  (
    await db
      .select({ code: redeemCode.code })
      .from(batchCode)
      .innerJoin(redeemCode, eq(redeemCode.id, batchCode.codeId))
      .where(eq(batchCode.batch, id))
      .orderBy(asc(redeemCode.code))
  ).map(({ code }) => code)

async function fill(tx: Transaction, id: string, order: BatchOrder, today: string): Promise<void> {
  const { prefix, count, coins, uses, perUser, expiresOn } = order
  const codes = new Set<string>()
  while (codes.size < count) codes.add(randomCode(prefix))
  const status = statusOf({ enabled: true, uses, expiresOn }, today)
  const rows = [...codes].map((code) => ({
    id: createRowId(),
    code,
    coins,
    uses,
    perUser,
    status,
    enabled: true,
    expiresOn,
  }))
  await tx.insert(redeemCode).values(rows)
  await tx.insert(batchCode).values(rows.map((row) => ({ codeId: row.id, batch: id })))
}

export const handleCreateBatch = answer(
  createCodeBatch,
  { db: Database, audit: Audit, clock: Clock, settings: Settings },
  async ({ actor, body: { requestKey, ...order }, ip, fail, db, audit, ...calendar }) => {
    const isNew = await db.orm.transaction(async (tx) => {
      const [made] = await tx
        .insert(batch)
        .values({ id: requestKey, createdBy: actor.id, request: order, createdAt: calendar.clock.now() })
        .onConflictDoNothing()
        .returning()
      if (!made) return false
      await fill(tx, requestKey, order, readToday(calendar))
      await audit.write(tx, {
        actor: actor.id,
        ip,
        action: 'redeem-codes:batch-created',
        target: requestKey,
        after: order,
      })
      return true
    })
    const [stored] = isNew ? [] : await db.orm.select().from(batch).where(eq(batch.id, requestKey))
    const isOther =
      stored !== undefined &&
      (stored.createdBy !== actor.id ||
        Object.entries(order).some(([field, value]) => stored.request[field] !== value))
    if (isOther) throw fail('REDEEM_CODES_KEY_REUSED')
    return { codes: await listCodes(db.orm, requestKey) }
  },
)
