import type { Pool } from 'pg'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { programOf } from '../../server/command-line.ts'

/** A schema that is there as long as a restore has not ended. */
export const MARK = 'spawnpoint_restore_unfinished'

export async function isMarked(pool: Pick<Pool, 'query'>): Promise<boolean> {
  const { rows } = await pool.query<{ there: boolean }>('select to_regnamespace($1) is not null as there', [
    MARK,
  ])
  return rows[0]?.there === true
}

/** Refuses a database that a restore was interrupted in: it would look like a new one. */
export async function refuseUnfinishedRestore(pool: Pick<Pool, 'query'>): Promise<void> {
  if (await isMarked(pool))
    throw new ConfigurationError(
      `A restore into this database was interrupted: run ${programOf('backup')} restore with the same file again.`,
    )
}
