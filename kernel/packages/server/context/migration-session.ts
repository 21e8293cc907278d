import { randomBytes } from 'node:crypto'
import { Client, type Pool, type PoolClient, type PoolConfig } from 'pg'
import { connectionAs } from './connection-as.ts'
import { changeRoles, limitRole, powersOf, roleNameOf, setLogin } from './limited-role.ts'
import type { MigrationSession } from '../../../server/database/migrate.ts'
import { MigrationError } from '../../../server/database/migration-files.ts'
import { giveObjects } from './object-owners.ts'
import { schemaNameOf } from '../../../../sdk/package/schema-name.ts'

const LIMITS = {
  connections: 2,
  settings: { statement_timeout: '15min', idle_in_transaction_session_timeout: '1min', lock_timeout: '1min' },
}

/**
 * Lets the login of a plugin's migrations write what it has applied into the kernel's table, in its own transaction,
 * and only under its own id.
 */
const RECORD = `
  create or replace function kernel.record_plugin_migration(plugin_id text, file_name text, file_checksum text)
  returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $body$
  begin
    if session_user <> 'sm_' || left(encode(sha256(convert_to(current_database(), 'UTF8')), 'hex'), 8) || '_'
       || replace(replace(plugin_id, '-', '_'), '.', '__') then
      raise exception 'E_PLUGIN_ROLE: % does not migrate the plugin %', session_user, plugin_id
        using errcode = 'insufficient_privilege';
    end if;
    insert into kernel.migrations (plugin, name, checksum) values (plugin_id, file_name, file_checksum);
  end $body$;
  revoke execute on function kernel.record_plugin_migration(text, text, text) from public`

async function openRole(client: PoolClient, plugin: string) {
  const powers = await powersOf(client)
  if (!powers.may_create)
    throw new MigrationError(
      `The migrations of ${plugin} need a database login of their own: grant CREATEROLE to the user of DATABASE_URL.`,
    )
  const schema = schemaNameOf(plugin)
  const role = roleNameOf('sm', powers.database, schema)
  const password = randomBytes(24).toString('base64url')
  await setLogin(client, role, password)
  await limitRole(client, role, LIMITS, powers)
  const [to, place] = [client.escapeIdentifier(role), client.escapeIdentifier(schema)]
  for (const statement of [
    RECORD,
    `create schema if not exists ${place}`,
    `grant usage, create on schema ${place} to ${to}`,
    `grant usage on schema kernel to ${to}`,
    `grant references (id) on kernel.identity to ${to}`,
    `grant execute on function kernel.record_plugin_migration(text, text, text) to ${to}`,
  ])
    await client.query(statement)
  // Earlier versions made the tables of plugins with the product's own login.
  await giveObjects(client, schema, role)
  return { role, password }
}

/** Opens a login of the plugin's own for its migrations: their statements reach its schema and nothing else. */
export async function openMigrationSession(
  plugin: string,
  { pool, connection }: { readonly pool: Pool; readonly connection: PoolConfig },
): Promise<MigrationSession> {
  const { role, password } = await changeRoles(pool, (client) => openRole(client, plugin))
  const client = new Client(connectionAs(connection, role, password))
  client.on('error', () => undefined) // the statement under way fails with it
  await client.connect()
  return {
    client,
    async record({ name, checksum }) {
      await client.query('select kernel.record_plugin_migration($1, $2, $3)', [plugin, name, checksum])
    },
    async close() {
      await client.end()
      // The password was kept nowhere, and from now on it opens nothing.
      await pool.query(`alter role ${client.escapeIdentifier(role)} nologin password null`)
    },
  }
}
