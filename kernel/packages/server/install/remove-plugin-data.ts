import { pluginRemoved, type Db } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { schemaNameOf } from '../../../../sdk/package/schema-name.ts'
import type { EventBus } from '../../../server/events/events.ts'
import type { JobRunner } from '../../../server/jobs/jobs.ts'
import { dropDatabaseRole } from '../context/database-role.ts'
import type { KernelBlobs } from '../../../server/services/blobs.ts'
import type { Notices } from '../../../server/services/notices.ts'

export interface RemovalDeps {
  readonly pool: pg.Pool
  readonly orm: Db
  readonly events: Pick<EventBus, 'emit'>
  readonly runner: Pick<JobRunner, 'removeOf'>
  readonly blobs: KernelBlobs
  readonly notices: Pick<Notices, 'send'>
}

/** Only a schema that the product made for this plugin is dropped. */
async function dropSchema(pool: pg.Pool, id: string) {
  const { rowCount } = await pool.query(
    `select from kernel.migrations where plugin = $1 union all select from kernel.plugin_role where plugin = $1`,
    [id],
  )
  if (!rowCount) return
  const client = await pool.connect()
  try {
    await client.query(`drop schema if exists ${client.escapeIdentifier(schemaNameOf(id))} cascade`)
  } finally {
    client.release()
  }
}

/** Removes all that a plugin left: tables, login, configuration, settings, events, jobs, counts, files; others are told. */
export async function removePluginData(
  id: string,
  permissions: readonly string[],
  deps: RemovalDeps,
): Promise<void> {
  await dropSchema(deps.pool, id)
  await dropDatabaseRole(id, deps.pool)
  await deps.orm.transaction(async (tx) => {
    await tx.execute(sql`delete from kernel.migrations where plugin = ${id}`)
    await tx.execute(sql`delete from kernel.plugin where id = ${id}`)
    await tx.execute(sql`delete from kernel.plugin_error where plugin = ${id}`)
    await tx.execute(sql`delete from kernel.setting where plugin = ${id}`)
    await tx.execute(sql`delete from kernel.subscription where starts_with(subscriber, ${`${id}/`})`)
    await tx.execute(sql`delete from kernel.outbox where starts_with(name, ${`${id}:`})`)
    await tx.execute(sql`delete from kernel.rate where starts_with(key, ${`${id}:`})`)
    await deps.events.emit(tx, pluginRemoved, { id, permissions: [...permissions] })
  })
  await deps.runner.removeOf(id)
  for (const beginning of [`plugin:${id}/`, `${id}/`]) await deps.blobs.removeScopes(beginning)
  await deps.notices.send({ kind: 'settings' })
}
