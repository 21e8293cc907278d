import { secretKeyReplaced, type SecretsService } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { ConfigurationError } from '../server/configuration-error.ts'
import { openOrm } from '../server/database/orm.ts'
import { createAudit } from '../server/services/audit.ts'
import { programOf } from '../server/command-line.ts'

type Database = Pick<pg.Pool, 'query'>

const fingerprintOf = (secrets: SecretsService) => secrets.sign('fingerprint', 'spawnpoint')

const findFingerprint = async (database: Database) => {
  const { rows } = await database.query<{ fingerprint: string }>('select fingerprint from kernel.secret_key')
  return rows[0]?.fingerprint ?? null
}

const opens = (secrets: SecretsService, sealed: string) => {
  try {
    secrets.open(sealed)
    return true
  } catch {
    return false
  }
}

/** Databases of earlier versions have no fingerprint, but what they sealed must open. */
const canOpenSettings = async (database: Database, secrets: SecretsService) => {
  const { rows } = await database.query<{ sealed: string }>(
    'select sealed from kernel.setting where sealed is not null',
  )
  return rows.length === 0 || rows.some(({ sealed }) => opens(secrets, sealed))
}

/** Whether the database was set up with any key. */
export async function knowsKey(database: Database): Promise<boolean> {
  if ((await findFingerprint(database)) !== null) return true
  const { rowCount } = await database.query('select from kernel.setting where sealed is not null limit 1')
  return rowCount !== 0
}

/** Whether the database was set up with the key of these secrets. */
export async function isKeyOf(database: Database, secrets: SecretsService): Promise<boolean> {
  const known = await findFingerprint(database)
  return known === null ? canOpenSettings(database, secrets) : known === fingerprintOf(secrets)
}

/**
 * Refuses a key that the stored secrets were not sealed under: panel, mail and payments would otherwise run as if they
 * had never been set up.
 */
export async function checkSecretKey(
  database: Database,
  secrets: SecretsService,
  source: string,
): Promise<void> {
  const mine = fingerprintOf(secrets)
  if (!(await isKeyOf(database, secrets)))
    throw new ConfigurationError(
      `${source} is not the key that this database was set up with: set that one again, or, if it is lost, run ${programOf('admin')} replace-secret-key and enter the stored secrets again.`,
    )
  if ((await findFingerprint(database)) !== null) return
  await database.query('insert into kernel.secret_key (fingerprint) values ($1) on conflict do nothing', [
    mine,
  ])
  // Another process may have been faster, with another key.
  if ((await findFingerprint(database)) !== mine) await checkSecretKey(database, secrets, source)
}

/** Accepts the key of these secrets in place of a lost one and deletes what that one sealed: all of it, or nothing. */
export async function replaceLostKey(pool: pg.Pool, secrets: SecretsService): Promise<void> {
  const audit = createAudit(pool, secrets, true)
  await openOrm(pool).transaction(async (tx) => {
    await tx.execute(sql`delete from kernel.secret_key`)
    await tx.execute(sql`insert into kernel.secret_key (fingerprint) values (${fingerprintOf(secrets)})`)
    // The chain of the audit log starts anew: nobody can follow the one of the lost key.
    await tx.execute(sql`delete from kernel.audit_seal`)
    await tx.execute(sql`delete from kernel.setting where sealed is not null`)
    // The next start tells the plugins, which keep what only they know of.
    await tx.execute(sql`insert into kernel.outbox (name, payload) values (${secretKeyReplaced.name}, '{}')`)
    await audit.write(tx, { actor: null, action: 'instance:secret-key-replaced', target: 'instance' })
  })
}
