import type { Pool } from 'pg'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { findNewer, listShipped } from './find-pending.ts'

/** A version that does not know the tables as they are could neither read nor write them as they are meant. */
export async function refuseDowngrade({ pool }: { readonly pool: Pick<Pool, 'query'> }): Promise<void> {
  const newer = await findNewer(pool, listShipped())
  if (newer === null) return
  throw new ConfigurationError(
    `The database was written by a newer version of Spawnpoint (it has ${newer}): start that version again, or restore a backup from before its upgrade. Nothing was changed.`,
  )
}
