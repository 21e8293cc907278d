import type { LogService } from '@spawnpoint/sdk/server'
import type pg from 'pg'
import { schemaNameOf } from '../../../../sdk/package/schema-name.ts'
import { changeRoles } from './limited-role.ts'

const EVERY_MS = 5_000
const MEGABYTE = 1024 * 1024
/** A full schema takes rows again below this part of its quota, so that it does not change at every row. */
const ROOM_AGAIN = 0.9
/** Each takes a lock of the database while it is deleted. */
const MOST_DELETED = 1_000

interface QuotaDeps {
  readonly pool: pg.Pool
  readonly log: LogService
  /** Megabytes that the tables of a plugin may take; 0 for no limit. */
  readonly megabytes: () => number
  readonly report: (plugin: string, error: Error) => void
}

interface Watched {
  readonly plugin: string
  readonly role: string
  isFull: boolean
}

async function measure(pool: pg.Pool, schemas: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ schema: string; bytes: string }>(
    `select nspname as schema, sum(pg_total_relation_size(pg_class.oid)) as bytes
     from pg_namespace join pg_class on relnamespace = pg_namespace.oid
     where nspname = any($1) and relkind in ('r', 'm') group by nspname`,
    [schemas],
  )
  return new Map(rows.map(({ schema, bytes }) => [schema, Number(bytes)]))
}

const setWritable = (pool: pg.Pool, { plugin, role }: Watched, may: boolean) =>
  changeRoles(pool, async (client) => {
    const [name, schema] = [client.escapeIdentifier(role), client.escapeIdentifier(schemaNameOf(plugin))]
    await client.query(
      may
        ? `grant insert, update on all tables in schema ${schema} to ${name}`
        : `revoke insert, update on all tables in schema ${schema} from ${name}`,
    )
  })

async function judge({ pool, log, megabytes, report }: QuotaDeps, each: Watched, bytes: number) {
  const limit = megabytes() * MEGABYTE
  const isFull = limit > 0 && bytes > (each.isFull ? limit * ROOM_AGAIN : limit)
  if (isFull === each.isFull) return
  await setWritable(pool, each, !isFull)
  each.isFull = isFull
  if (!isFull) return log.info({ plugin: each.plugin }, 'its tables take rows again')
  const taken = Math.ceil(bytes / MEGABYTE)
  const error = `E_SCHEMA_FULL: its tables take ${taken} MB of ${megabytes()} MB: it reads and deletes, and adds nothing`
  report(each.plugin, new Error(error))
}

/** Large objects lie in no schema, and each role may make some: there is no other limit to their size. */
async function deleteLargeObjects({ pool, report }: QuotaDeps, watched: readonly Watched[]) {
  const { rows } = await pool.query<{ role: string; count: number }>(
    `select role, count(lo_unlink(id))::int as count
     from (select large.oid as id, rolname as role from pg_largeobject_metadata as large
       join pg_roles on pg_roles.oid = lomowner where rolname = any($1) limit ${MOST_DELETED}) as found
     group by role`,
    [watched.map(({ role }) => role)],
  )
  for (const { role, count } of rows) {
    const { plugin = role } = watched.find((each) => each.role === role) ?? {}
    report(plugin, new Error(`E_LARGE_OBJECT: ${count} large objects were deleted: keep files with blobs`))
  }
}

/** Takes the right to write from a plugin whose tables have grown past their quota, and gives it back when they have shrunk. */
export function watchSchemaSizes(deps: QuotaDeps) {
  const watched = new Set<Watched>()
  let timer: NodeJS.Timeout | undefined
  let looking = false

  async function look() {
    if (looking) return
    looking = true
    try {
      await deleteLargeObjects(deps, [...watched])
      const schemas = [...watched].map(({ plugin }) => schemaNameOf(plugin))
      const sizes = await measure(deps.pool, schemas)
      for (const each of watched) await judge(deps, each, sizes.get(schemaNameOf(each.plugin)) ?? 0)
    } catch (error) {
      deps.log.warn({ err: error }, 'the sizes of plugins’ tables could not be read')
    } finally {
      looking = false
    }
  }

  return {
    /** Its role may write at this moment. Returns the undo. */
    watch(plugin: string, role: string): () => void {
      const each: Watched = { plugin, role, isFull: false }
      watched.add(each)
      timer ??= setInterval(() => void look(), EVERY_MS).unref()
      return () => {
        watched.delete(each)
        if (watched.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

export type SchemaSizes = ReturnType<typeof watchSchemaSizes>
