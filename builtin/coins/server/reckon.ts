import type { AuditService, DatabaseService, HealthReport, LogService } from '@spawnpoint/sdk/server'
import {
  allowLongQuery,
  findReckoning,
  freezeAccount,
  listDrift,
  saveReckoning,
} from './reckoning-queries.ts'

interface ReckonUses {
  readonly db: DatabaseService
  readonly audit: AuditService
  readonly log: LogService
}

/** Adds every account up again; one that differs can be spent from no more until somebody has looked. */
export const reckon = ({ db, audit, log }: ReckonUses): Promise<void> =>
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

export async function checkHealth({ db }: Pick<ReckonUses, 'db'>): Promise<HealthReport> {
  const { at, accounts, total, frozen } = await findReckoning(db.orm)
  if (frozen > 0)
    return { status: 'unhealthy', detail: `${frozen} accounts differed from their entries and are frozen` }
  if (total !== 0) return { status: 'unhealthy', detail: `all entries add up to ${total} instead of 0` }
  if (!at) return { status: 'healthy', detail: 'adds up every night; not yet since it was installed' }
  return { status: 'healthy', detail: `${accounts} accounts added up at ${at} UTC, none differs` }
}
