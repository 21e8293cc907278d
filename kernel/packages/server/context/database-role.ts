import type { SecretsService } from '@spawnpoint/sdk/server'
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { isReservedSchema, schemaNameOf } from '../../../../sdk/package/schema-name.ts'
import { connectionAs, connectionIn } from './connection-as.ts'
import { changeRoles, limitRole, powersOf, roleNameOf, setLogin } from './limited-role.ts'

// Idle connections close after seconds; several processes of the product share the limit.
const CONNECTIONS = { embedded: 8, external: 16 }
const SETTINGS = {
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '15s',
  lock_timeout: '5s',
}

export interface RoleDeps {
  readonly pool: pg.Pool
  readonly connection: pg.PoolConfig
  readonly kind: 'embedded' | 'external'
  readonly secrets: SecretsService
}

/** How a plugin reaches its tables. */
export interface DatabaseAccess {
  readonly connection: pg.PoolConfig
  /** `role`: a login that can use nothing but its schema. `shared`: the product's own, where it may not create roles. */
  readonly isolation: 'role' | 'shared'
  /** Null where it is shared. */
  readonly role: string | null
}

/** False where plugins with tables can only run with the product's own rights. */
export async function canCreateRoles(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ can: boolean }>(
    'select rolsuper or rolcreaterole as can from pg_roles where rolname = current_user',
  )
  return rows[0]?.can ?? false
}

async function storedPassword(client: pg.PoolClient, plugin: string, role: string, secrets: SecretsService) {
  const { rows } = await client.query<{ sealed_password: string }>(
    `select sealed_password from kernel.plugin_role
     where plugin = $1 and role_name = $2 and exists (select from pg_roles where rolname = $2)`,
    [plugin, role],
  )
  try {
    return rows[0] ? secrets.open(rows[0].sealed_password) : null
  } catch {
    return null // sealed under a key that is gone: the role gets a new one
  }
}

async function setPassword(client: pg.PoolClient, plugin: string, role: string, secrets: SecretsService) {
  const password = randomBytes(24).toString('base64url')
  await setLogin(client, role, password)
  await client.query(
    `insert into kernel.plugin_role (plugin, role_name, sealed_password) values ($1, $2, $3)
     on conflict (plugin) do update set role_name = $2, sealed_password = $3, updated_at = now()`,
    [plugin, role, secrets.seal(password)],
  )
  return password
}

const FUNCTIONS = [
  'kernel.plugin_add_job(text, text, text, integer, timestamptz, text)',
  'kernel.plugin_emit(text, text, text)',
  'kernel.plugin_audit(text, uuid, text, text, jsonb, jsonb, text)',
]

/** Again after each migration: its tables belong to another role, and their use is granted here. */
async function grantSchema(client: pg.PoolClient, role: string, schema: string) {
  const [to, place] = [client.escapeIdentifier(role), client.escapeIdentifier(schema)]
  for (const grant of [
    `grant usage on schema ${place} to ${to}`,
    `grant select, insert, update, delete on all tables in schema ${place} to ${to}`,
    `grant usage, select, update on all sequences in schema ${place} to ${to}`,
    `grant execute on all functions in schema ${place} to ${to}`,
    // A restored backup may have lost it.
    `revoke execute on all functions in schema kernel from public`,
    `grant usage on schema kernel to ${to}`,
    `grant execute on function ${FUNCTIONS.join(', ')} to ${to}`,
  ])
    await client.query(grant)
}

async function prepare(client: pg.PoolClient, plugin: string, deps: RoleDeps): Promise<DatabaseAccess> {
  const schema = schemaNameOf(plugin)
  await client.query(`create schema if not exists ${client.escapeIdentifier(schema)}`)
  const powers = await powersOf(client)
  const role = roleNameOf('sp', powers.database, schema)
  const known = await storedPassword(client, plugin, role, deps.secrets)
  if (known === null && !powers.may_create)
    return { connection: connectionIn(deps.connection, schema), isolation: 'shared', role: null }
  const password = known ?? (await setPassword(client, plugin, role, deps.secrets))
  if (powers.may_create) {
    const limits = { connections: CONNECTIONS[deps.kind], settings: { ...SETTINGS, search_path: schema } }
    await limitRole(client, role, limits, powers)
  }
  await grantSchema(client, role, schema)
  return { connection: connectionAs(deps.connection, role, password), isolation: 'role', role }
}

/** A login of the plugin's own, made or renewed, that may use its schema and no other. */
export async function prepareDatabaseRole(plugin: string, deps: RoleDeps): Promise<DatabaseAccess> {
  if (isReservedSchema(schemaNameOf(plugin))) throw new Error(`E_ID_RESERVED: ${plugin} can have no schema`)
  return changeRoles(deps.pool, (client) => prepare(client, plugin, deps))
}

/** Takes the logins away, for a plugin that is removed with its data. Its schema is dropped by the caller. */
export async function dropDatabaseRole(plugin: string, pool: pg.Pool): Promise<void> {
  await changeRoles(pool, async (client) => {
    const { rows } = await client.query<{ role_name: string }>(
      `delete from kernel.plugin_role where plugin = $1
       returning role_name`,
      [plugin],
    )
    const { database } = await powersOf(client)
    const migrations = roleNameOf('sm', database, schemaNameOf(plugin))
    for (const role of [...rows.map(({ role_name: name }) => name), migrations]) {
      const name = client.escapeIdentifier(role)
      const there = await client.query('select from pg_roles where rolname = $1', [role])
      if (!there.rowCount) continue
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role])
      await client.query(`drop owned by ${name}`)
      await client.query(`drop role ${name}`)
    }
  })
}
