import { Client, type PoolConfig } from 'pg'
import { giveSchemas } from '../../packages/server/context/object-owners.ts'

const PRODUCT_USER = 'spawnpoint_app'

/** Logins of plugins that an earlier version made as the superuser: the product has to be able to change them. */
async function takeOverPluginRoles(client: Client) {
  const { rows } = await client.query<{ name: string }>(
    `select rolname as name from pg_roles
     where rolname ~ '^s[pm]_[0-9a-f]{8}_' and not pg_has_role($1, oid, 'member with admin option')`,
    [PRODUCT_USER],
  )
  for (const { name } of rows)
    await client.query(`grant ${client.escapeIdentifier(name)} to ${PRODUCT_USER} with admin option`)
}

/** The product makes none, and a plugin that did would fill the disk past its quota. */
const closeLargeObjects = (client: Client) =>
  client.query(
    `do $$ declare each regprocedure; begin
       for each in select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace
         and proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_import', 'lo_put', 'lowrite') loop
         execute format('revoke execute on function %s from public', each);
       end loop; end $$`,
  )

async function prepare(client: Client) {
  const { rows } = await client.query<{ database: string; known: boolean }>(
    `select current_database() as database, exists (select from pg_roles where rolname = $1) as known`,
    [PRODUCT_USER],
  )
  if (!rows[0]?.known) await client.query(`create role ${PRODUCT_USER} login`)
  // Each backup is restored into a database of its own, to see that it can be.
  await client.query(`alter role ${PRODUCT_USER} createrole createdb`)
  // Lets the product bound the temporary files of plugins.
  await client.query(`grant set on parameter temp_file_limit to ${PRODUCT_USER}`)
  const database = client.escapeIdentifier(rows[0]?.database ?? '')
  await client.query(`alter database ${database} owner to ${PRODUCT_USER}`)
  await giveSchemas(client, PRODUCT_USER)
  await closeLargeObjects(client)
  await takeOverPluginRoles(client)
}

/**
 * The login that the product uses every day: it owns the database and may create roles, but it is no superuser, so no
 * statement reaches files or programs of the machine. Data folders of earlier versions are brought over at each start.
 */
export async function prepareProductUser(administrator: PoolConfig): Promise<PoolConfig> {
  const client = new Client(administrator)
  await client.connect()
  try {
    await client.query('begin')
    await prepare(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
  return { ...administrator, user: PRODUCT_USER }
}
