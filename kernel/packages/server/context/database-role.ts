import type { SecretsService } from '@spawnpoint/sdk/server'
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { isReservedSchema, schemaNameOf } from '../../../../sdk/package/schema-name.ts'
import { connectionAs, connectionIn } from './connection-as.ts'
import { scramVerifier } from './scram-verifier.ts'

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

interface Powers {
  readonly database: string
  readonly superuser: boolean
  readonly may_create: boolean
}

async function powersOf(client: pg.PoolClient): Promise<Powers> {
  const { rows } = await client.query<Powers>(
    `select current_database() as database, rolsuper as superuser, rolsuper or rolcreaterole as may_create
     from pg_roles where rolname = current_user`,
  )
  const found = rows[0]
  if (!found) throw new Error('the database does not know its own user')
  return found
}

/** False where plugins with tables can only run with the product's own rights. */
export async function canCreateRoles(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ can: boolean }>(
    'select rolsuper or rolcreaterole as can from pg_roles where rolname = current_user',
  )
  return rows[0]?.can ?? false
}

const roleNameOf = (database: string, schema: string) =>
  `sp_${createHash('sha256').update(database).digest('hex').slice(0, 8)}_${schema}`

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
  const name = client.escapeIdentifier(role)
  const exists = await client.query('select from pg_roles where rolname = $1', [role])
  const verifier = client.escapeLiteral(scramVerifier(password))
  await client.query(
    `${exists.rowCount ? 'alter' : 'create'} role ${name} login noinherit password ${verifier}`,
  )
  await client.query(
    `insert into kernel.plugin_role (plugin, role_name, sealed_password) values ($1, $2, $3)
     on conflict (plugin) do update set role_name = $2, sealed_password = $3, updated_at = now()`,
    [plugin, role, secrets.seal(password)],
  )
  return password
}

async function limitRole(
  client: pg.PoolClient,
  role: string,
  schema: string,
  deps: RoleDeps,
  powers: Powers,
) {
  const name = client.escapeIdentifier(role)
  const settings = {
    ...SETTINGS,
    search_path: schema,
    ...(powers.superuser ? { temp_file_limit: '256MB' } : {}),
  }
  await client.query(`alter role ${name} connection limit ${CONNECTIONS[deps.kind]}`)
  for (const [key, value] of Object.entries(settings))
    await client.query(`alter role ${name} set ${key} = ${client.escapeLiteral(value)}`)
  // Who is no superuser must be a member of a role to see and to end what it runs.
  if (!powers.superuser) await client.query(`grant ${name} to current_user`)
}

const FUNCTIONS = [
  'kernel.plugin_add_job(text, text, text, integer, timestamptz, text)',
  'kernel.plugin_emit(text, text, text)',
]

/** Again after each migration: what it made belongs to the kernel, and is granted here. */
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
  const role = roleNameOf(powers.database, schema)
  const known = await storedPassword(client, plugin, role, deps.secrets)
  if (known === null && !powers.may_create)
    return { connection: connectionIn(deps.connection, schema), isolation: 'shared', role: null }
  const password = known ?? (await setPassword(client, plugin, role, deps.secrets))
  if (powers.may_create) await limitRole(client, role, schema, deps, powers)
  await grantSchema(client, role, schema)
  return { connection: connectionAs(deps.connection, role, password), isolation: 'role', role }
}

async function inTurn<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Two processes that make the same role at once would meet each other's half.
    await client.query(`select pg_advisory_xact_lock(hashtext('spawnpoint plugin roles'))`)
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

/** A login of the plugin's own, made or renewed, that may use its schema and no other. */
export async function prepareDatabaseRole(plugin: string, deps: RoleDeps): Promise<DatabaseAccess> {
  if (isReservedSchema(schemaNameOf(plugin))) throw new Error(`E_ID_RESERVED: ${plugin} can have no schema`)
  return inTurn(deps.pool, (client) => prepare(client, plugin, deps))
}

/** Takes the login away, for a plugin that is removed with its data. Its schema is dropped by the caller. */
export async function dropDatabaseRole(plugin: string, pool: pg.Pool): Promise<void> {
  await inTurn(pool, async (client) => {
    const { rows } = await client.query<{ role_name: string }>(
      `delete from kernel.plugin_role where plugin = $1
       returning role_name`,
      [plugin],
    )
    for (const { role_name: role } of rows) {
      const name = client.escapeIdentifier(role)
      const there = await client.query('select from pg_roles where rolname = $1', [role])
      if (!there.rowCount) continue
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role])
      await client.query(`drop owned by ${name}`)
      await client.query(`drop role ${name}`)
    }
  })
}
