import type { SecretsService } from '@spawnpoint/sdk/server'
import type pg from 'pg'

// Their hashes are made in one go, which holds up every other call for as long.
const AT_ONCE = 250
const LOCK = 7_301_121

export interface SealedEntry {
  readonly id: string
  readonly facts: readonly (string | null)[]
  /** Before and after. */
  readonly values: readonly (string | null)[]
  readonly ip: string | null
}

export interface Seal {
  readonly entry: string
  readonly values_hash: string
  /** Null where the hash of the values covers the address as well. */
  readonly address_hash: string | null
  readonly hash: string
}

// As text, since PostgreSQL writes the same value the same way each time.
export const SEALED_COLUMNS = `id::text as id, jsonb_build_array(extract(epoch from at)::text, actor, action, target) as facts,
  jsonb_build_array(before::text, after::text) as values, ip`

export const hashValues = (
  secrets: SecretsService,
  { id, values }: SealedEntry,
  more: readonly (string | null)[] = [],
) => secrets.sign('audit-values', JSON.stringify([id, ...values, ...more]))

export const hashAddress = (secrets: SecretsService, { id, ip }: SealedEntry) =>
  secrets.sign('audit-address', JSON.stringify([id, ip]))

export const chainHash = (
  secrets: SecretsService,
  last: string,
  { id, facts }: SealedEntry,
  { values_hash: values, address_hash: address }: Pick<Seal, 'values_hash' | 'address_hash'>,
) =>
  secrets.sign('audit', JSON.stringify([last, id, ...facts, values, ...(address === null ? [] : [address])]))

async function sealSome(client: pg.PoolClient, secrets: SecretsService): Promise<number> {
  const { rows: seals } = await client.query<Seal>(
    'select entry::text, values_hash, address_hash, hash from kernel.audit_seal order by audit_seal.entry desc limit 1',
  )
  // Five minutes outlast each transaction: no entry with an earlier id is committed after that.
  const { rows: entries } = await client.query<SealedEntry>(
    `select ${SEALED_COLUMNS} from kernel.audit where attempts is null and audit.id > $1 and audit.id < coalesce(
       (select min(young.id) from kernel.audit young
        where young.attempts is null and young.at >= now() - interval '5 minutes'), 9223372036854775807)
     order by audit.id limit $2`,
    [seals[0]?.entry ?? '0', AT_ONCE],
  )
  let last = seals[0]?.hash ?? ''
  const made = entries.map((entry) => {
    const hashes = { values_hash: hashValues(secrets, entry), address_hash: hashAddress(secrets, entry) }
    last = chainHash(secrets, last, entry, hashes)
    return { entry: entry.id, ...hashes, hash: last }
  })
  await client.query(
    `insert into kernel.audit_seal (entry, values_hash, address_hash, hash)
     select entry, values_hash, address_hash, hash from json_to_recordset($1)
       as made (entry bigint, values_hash text, address_hash text, hash text)`,
    [JSON.stringify(made)],
  )
  return entries.length
}

/** Seals one batch; false when that was the last. */
async function sealBatch(client: pg.PoolClient, secrets: SecretsService): Promise<boolean> {
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const sealed = await sealSome(client, secrets)
    await client.query('commit')
    return sealed === AT_ONCE
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Extends the chain by what was written since. The signal stops it between two batches; the next run goes on from there. */
export async function sealAudit(pool: pg.Pool, secrets: SecretsService, signal?: AbortSignal): Promise<void> {
  const client = await pool.connect()
  try {
    while (await sealBatch(client, secrets)) if (signal?.aborted) return
  } finally {
    client.release()
  }
}
