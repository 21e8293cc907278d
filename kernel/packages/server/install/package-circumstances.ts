import type { SettingsService } from '@spawnpoint/sdk/server'
import type pg from 'pg'
import { messagesOf, type PluginPackage } from '../../../../sdk/package/read-package.ts'
import { findTakenNames } from '../../../../sdk/package/reserved-labels.ts'
import { isReservedSchema, schemaNameOf } from '../../../../sdk/package/schema-name.ts'
import { verifySignature } from '../../../../sdk/package/signature.ts'
import { readTrustedKeys } from '../../../../sdk/package/trusted-keys.ts'
import type { SharedNames } from '../../../common/plan.ts'
import { canCreateRoles } from '../context/database-role.ts'
import type { Circumstances } from './evaluate-package.ts'
import type { LiveCatalogue } from './live-catalogue.ts'
import { findMissingExports } from './missing-exports.ts'
import { packageSettings } from './package-settings.ts'

export interface CircumstancesDeps {
  readonly pool: pg.Pool
  readonly settings: Pick<SettingsService, 'read'>
  readonly catalogue: LiveCatalogue
  shared(): SharedNames | null
}

async function isSchemaForeign(pool: pg.Pool, id: string): Promise<boolean> {
  const schema = schemaNameOf(id)
  if (isReservedSchema(schema)) return true
  const { rowCount } = await pool.query(
    `select from pg_namespace where nspname = $1
       and not exists (select from kernel.migrations where plugin = $2)
       and not exists (select from kernel.plugin_role where plugin = $2)
       and not exists (select from kernel.plugin_package where id = $2)
       and not exists (select from kernel.plugin where id = $2 and leftover is not null)`,
    [schema, id],
  )
  return rowCount !== 0
}

async function findLeftVersion(pool: pg.Pool, id: string): Promise<string | null> {
  const { rows } = await pool.query<{ version: string }>(
    `select leftover->>'version' as version from kernel.plugin where id = $1 and leftover is not null`,
    [id],
  )
  return rows[0]?.version ?? null
}

/** Everything outside of a package that decides whether it may be installed. */
export async function findCircumstances(
  { pool, settings, catalogue, shared }: CircumstancesDeps,
  content: PluginPackage,
): Promise<Circumstances> {
  const { id, migrations, capabilities } = content.manifest
  const { plugin_signature_policy: policy, plugin_trusted_keys: keys } = settings.read(packageSettings)
  const { rows } = await pool.query<{ name: string }>(
    'select name from kernel.migrations where plugin = $1 order by name collate "C"',
    [id],
  )
  const hasTables = migrations !== undefined || capabilities.includes('server.db')
  return {
    policy,
    signature: verifySignature(content.manifest, readTrustedKeys(keys)),
    plugins: catalogue.all(),
    applied: rows.map(({ name }) => name),
    isSchemaForeign: hasTables && (await isSchemaForeign(pool, id)),
    schema: schemaNameOf(id),
    leftVersion: await findLeftVersion(pool, id),
    missingExports: findMissingExports(
      content.manifest,
      (path) => content.files.get(path)?.toString('utf8') ?? null,
      shared(),
    ),
    takenNames: findTakenNames(content.manifest, messagesOf(content)),
    sharesDatabase: capabilities.includes('server.db') && !(await canCreateRoles(pool)),
  }
}
