import type { Manifest } from '@spawnpoint/sdk/common'
import type { PackageRight, PackageSignature } from '@spawnpoint/sdk/server'
import type pg from 'pg'

/** A version of a plugin that was installed from a file. */
export interface PackageRow {
  readonly id: string
  readonly hash: string
  readonly version: string
  readonly manifest: Manifest
  /** Null when its file is no longer kept. */
  readonly blobId: string | null
  readonly signature: PackageSignature
  readonly rights: readonly PackageRight[]
  readonly isolated: boolean
  /** An operator allowed its server module into the product's process. */
  readonly inProcess: boolean
  /** Why an upgrade to this version was taken back. */
  readonly failure: string | null
  readonly installedAt: Date
  readonly isCurrent: boolean
  readonly replacedAt: Date | null
}

type NewRow = Omit<PackageRow, 'installedAt' | 'isCurrent' | 'replacedAt' | 'blobId' | 'failure'> & {
  readonly blobId: string
  readonly bytes: number
  readonly installedBy: string | null
}

const COLUMNS = `id, hash, version, manifest, blob_id as "blobId", signature, rights, isolated,
  in_process as "inProcess", failure,  installed_at as "installedAt", is_current as "isCurrent", replaced_at as "replacedAt"`

/** Another request installed or removed this plugin in the meantime. */
export class PackageRaceError extends Error {}

async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined) // the connection may be what failed
    throw error
  } finally {
    client.release()
  }
}

const lock = (client: pg.PoolClient, id: string) =>
  client.query(`select pg_advisory_xact_lock(hashtext('kernel.plugin_package'), hashtext($1))`, [id])

export interface PackageRows {
  all(): Promise<readonly PackageRow[]>
  of(id: string): Promise<readonly PackageRow[]>
  /** Adds a version and makes it current. Throws {@link PackageRaceError}. */
  put(row: NewRow, from: string | null): Promise<void>
  /** Takes an upgrade back, for this reason. Throws {@link PackageRaceError}. */
  takeBack(id: string, failed: string, hash: string, failure: string): Promise<void>
  /** Makes a version that was replaced current again, with its file. Throws {@link PackageRaceError}. */
  bringBack(id: string, from: string, hash: string, blobId: string): Promise<void>
  /** Changes how the current version runs. */
  setIsolation(id: string, isolation: Pick<PackageRow, 'isolated' | 'inProcess'>): Promise<void>
  /** Forgets why attempts to replace the current version failed. */
  forgive(id: string): Promise<void>
  /** Forgets these versions, unless one is current; answers the blobs that nobody needs any more. */
  forget(id: string, hashes: readonly string[]): Promise<readonly string[]>
  /** Forgets every version; answers the blobs that nobody needs any more. */
  remove(id: string): Promise<readonly string[]>
  /** Lets go of the files of versions that were replaced before the last upgrade, or longer ago than a day. */
  releaseBlobs(): Promise<readonly string[]>
}

/** Makes `hash` current; `from` is what was current when the operator agreed. */
async function switchTo(client: pg.PoolClient, id: string, from: string | null, hash: string) {
  await lock(client, id)
  const { rows } = await client.query<{ hash: string }>(
    `update kernel.plugin_package set is_current = false, replaced_at = now()
     where id = $1 and is_current returning hash`,
    [id],
  )
  if ((rows[0]?.hash ?? null) !== from) throw new PackageRaceError()
  await client.query(
    'update kernel.plugin_package set is_current = true, replaced_at = null where id = $1 and hash = $2',
    [id, hash],
  )
  await client.query('update kernel.plan set version = version + 1')
}

const readVersions = (pool: pg.Pool): Pick<PackageRows, 'all' | 'of'> => ({
  async all(): Promise<readonly PackageRow[]> {
    const { rows } = await pool.query<PackageRow>(
      `select ${COLUMNS} from kernel.plugin_package order by id, installed_at`,
    )
    return rows
  },
  async of(id: string): Promise<readonly PackageRow[]> {
    const { rows } = await pool.query<PackageRow>(
      `select ${COLUMNS} from kernel.plugin_package where id = $1 order by installed_at`,
      [id],
    )
    return rows
  },
})

/** Changes of the current version. */
const changeVersion = (pool: pg.Pool): Pick<PackageRows, 'put' | 'takeBack' | 'bringBack'> => ({
  put: (row: NewRow, from: string | null) =>
    inTransaction(pool, async (client) => {
      await client.query(
        `insert into kernel.plugin_package
           (id, hash, version, manifest, blob_id, bytes, signature, rights, isolated, installed_by, in_process, is_current)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, false)
         on conflict (id, hash) do update set
           blob_id = excluded.blob_id, signature = excluded.signature, rights = excluded.rights,
           isolated = excluded.isolated, in_process = excluded.in_process, installed_by = excluded.installed_by,
           installed_at = now()`,
        [
          row.id,
          row.hash,
          row.version,
          JSON.stringify(row.manifest),
          row.blobId,
          row.bytes,
          JSON.stringify(row.signature),
          JSON.stringify(row.rights),
          row.isolated,
          row.installedBy,
          row.inProcess,
        ],
      )
      await switchTo(client, row.id, from, row.hash)
      await client.query('update kernel.plugin_package set failure = null where id = $1', [row.id])
      // A new version is a new chance.
      await client.query(
        `update kernel.plugin set leftover = null, quarantined_reason = null, failed_starts = 0, updated_at = now()
         where id = $1`,
        [row.id],
      )
    }),
  takeBack: (id: string, failed: string, hash: string, failure: string) =>
    inTransaction(pool, async (client) => {
      await switchTo(client, id, failed, hash)
      await client.query('update kernel.plugin_package set failure = $3 where id = $1 and hash = $2', [
        id,
        failed,
        failure.slice(0, 4_000),
      ])
    }),
  bringBack: (id: string, from: string, hash: string, blobId: string) =>
    inTransaction(pool, async (client) => {
      await client.query('update kernel.plugin_package set blob_id = $3 where id = $1 and hash = $2', [
        id,
        hash,
        blobId,
      ])
      await switchTo(client, id, from, hash)
      await client.query(
        'update kernel.plugin set quarantined_reason = null, failed_starts = 0, updated_at = now() where id = $1',
        [id],
      )
    }),
})

const changeIsolation = (pool: pg.Pool): Pick<PackageRows, 'setIsolation'> => ({
  setIsolation: (id, { isolated, inProcess }) =>
    inTransaction(pool, async (client) => {
      await lock(client, id)
      await client.query(
        'update kernel.plugin_package set isolated = $2, in_process = $3 where id = $1 and is_current',
        [id, isolated, inProcess],
      )
      await client.query('update kernel.plan set version = version + 1')
    }),
})

/** Failures and files that nobody needs any more. */
const forgetVersions = (
  pool: pg.Pool,
): Pick<PackageRows, 'forgive' | 'forget' | 'remove' | 'releaseBlobs'> => ({
  async forgive(id: string): Promise<void> {
    await pool.query('update kernel.plugin_package set failure = null where id = $1', [id])
  },
  async forget(id: string, hashes: readonly string[]): Promise<readonly string[]> {
    const { rows } = await pool.query<{ blob: string | null }>(
      `delete from kernel.plugin_package where id = $1 and hash = any($2) and not is_current
       returning blob_id as blob`,
      [id, hashes],
    )
    return rows.flatMap(({ blob }) => (blob === null ? [] : [blob]))
  },
  remove: (id: string): Promise<readonly string[]> =>
    inTransaction(pool, async (client) => {
      await lock(client, id)
      const { rows } = await client.query<{ blob_id: string | null }>(
        'delete from kernel.plugin_package where id = $1 returning blob_id',
        [id],
      )
      await client.query('update kernel.plan set version = version + 1')
      return rows.flatMap(({ blob_id: blob }) => (blob === null ? [] : [blob]))
    }),
  async releaseBlobs(): Promise<readonly string[]> {
    const { rows } = await pool.query<{ blob: string }>(
      `update kernel.plugin_package p set blob_id = null
       from kernel.plugin_package old
       where old.id = p.id and old.hash = p.hash and p.blob_id is not null and not p.is_current
         and (p.replaced_at < now() - interval '24 hours' or exists (
           select from kernel.plugin_package later
           where later.id = p.id and not later.is_current and later.replaced_at > p.replaced_at))
       returning old.blob_id as blob`,
    )
    return rows.map(({ blob }) => blob)
  },
})

/** Versions of plugins as the database remembers them. */
export const createPackageRows = (pool: pg.Pool): PackageRows => ({
  ...readVersions(pool),
  ...changeVersion(pool),
  ...changeIsolation(pool),
  ...forgetVersions(pool),
})
