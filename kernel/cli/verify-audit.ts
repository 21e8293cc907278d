import type { SecretsService } from '@spawnpoint/sdk/server'
import type pg from 'pg'
import {
  chainHash,
  hashAddress,
  SEALED_COLUMNS,
  hashValues,
  type Seal,
  type SealedEntry,
} from '../server/services/audit-seal.ts'

const AT_ONCE = 1_000

const isErased = (values: readonly (string | null)[]) => values.every((value) => value === null)

/** Values and address are as they were sealed, or gone. */
function keepsValues(secrets: SecretsService, entry: SealedEntry, seal: Seal): boolean {
  const { values, ip } = entry
  if (seal.address_hash === null)
    return isErased([...values, ip]) || hashValues(secrets, entry, [ip]) === seal.values_hash
  const isSameAddress = ip === null || hashAddress(secrets, entry) === seal.address_hash
  return isSameAddress && (isErased(values) || hashValues(secrets, entry) === seal.values_hash)
}

/** Follows the chain from its start; `broken` is the first entry that was changed, removed or added afterwards. */
export async function verifyAudit(
  pool: pg.Pool,
  secrets: SecretsService,
): Promise<{ readonly entries: number; readonly broken: string | null }> {
  let last: { readonly entry: string; readonly hash: string } = { entry: '0', hash: '' }
  for (let entries = 0; ;) {
    const { rows } = await pool.query<Partial<SealedEntry> & Seal>(
      `with seal as (select * from kernel.audit_seal where entry > $1 order by entry limit $2)
       select seal.entry::text, values_hash, address_hash, hash, found.* from seal
       full join (select ${SEALED_COLUMNS}, audit.id as number from kernel.audit where attempts is null and audit.id > $1
         and audit.id <= (select max(entry) from seal)) found on number = seal.entry
       order by coalesce(number, seal.entry)`,
      [last.entry, AT_ONCE],
    )
    for (const { id, facts, values, ip = null, ...seal } of rows) {
      const entry = facts && values && seal.entry ? { id: seal.entry, facts, values, ip } : null
      const isKept = entry && keepsValues(secrets, entry, seal)
      if (!isKept || chainHash(secrets, last.hash, entry, seal) !== seal.hash)
        return { entries, broken: seal.entry ?? id ?? null }
      last = seal
      entries += 1
    }
    if (rows.length === 0) return { entries, broken: null }
  }
}

/** Counts entries that the chain does not cover: those that wait for their seal, and counts of attempts, which get none. */
export async function countUnsealed(
  pool: pg.Pool,
): Promise<{ readonly waiting: number; readonly attempts: number }> {
  const { rows } = await pool.query<{ waiting: number; attempts: number }>(
    `select count(*) filter (where attempts is null)::int as waiting, count(attempts)::int as attempts
     from kernel.audit where attempts is not null or id > coalesce((select max(entry) from kernel.audit_seal), 0)`,
  )
  return rows[0] ?? { waiting: 0, attempts: 0 }
}
