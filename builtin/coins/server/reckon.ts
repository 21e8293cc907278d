import type { ServicesOf } from '@spawnpoint/sdk/common'
import {
  Audit,
  Database,
  defineJob,
  Log,
  type DatabaseService,
  type HealthReport,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import {
  allowLongQuery,
  findReckoning,
  freezeAccount,
  listDrift,
  saveReckoning,
} from './reckoning-queries.ts'

const uses = { db: Database, audit: Audit, log: Log }

/** Adds every account up again; one that differs can be spent from no more until somebody has looked. */
export const reckon = ({ db, audit, log }: ServicesOf<typeof uses>): Promise<void> =>
  db.orm.transaction(async (tx) => {
    await allowLongQuery(tx)
    const drifted = await listDrift(tx)
    for (const { account, balance, entries } of drifted) {
      if (!(await freezeAccount(tx, account))) continue
      log.error({ account, balance, entries }, 'a balance differs from its entries; the account is frozen')
      await audit.write(tx, {
        actor: null,
        action: 'coins:drift_found',
        target: account,
        before: { balance: entries },
        after: { balance },
      })
    }
    await saveReckoning(tx, drifted.length)
  })

const everyNight = { payload: z.object({}), schedule: '23 3 * * *', timeoutMs: 1_200_000 }
export const reckonJob = defineJob('reckon', everyNight, uses, reckon)

export async function checkHealth({ db }: { db: DatabaseService }): Promise<HealthReport> {
  const { at, accounts, total, frozen } = await findReckoning(db.orm)
  if (frozen > 0)
    return {
      status: 'unhealthy',
      code: 'frozen',
      values: { frozen },
      detail: `${frozen} accounts differ from their transactions and are frozen.`,
      todo: 'Open each of these users, compare their transactions, and restore the balance.',
    }
  if (total !== 0)
    return {
      status: 'unhealthy',
      code: 'sum',
      values: { total },
      detail: `All transactions add up to ${total} instead of 0.`,
      todo: 'Someone changed the database by hand. Compare it with the last backup.',
    }
  if (!at) return { status: 'healthy', code: 'pending', detail: 'The first nightly check is pending.' }
  return {
    status: 'healthy',
    code: 'checked',
    values: { accounts, at },
    detail: `${accounts} accounts checked at ${at} UTC, no differences.`,
  }
}
