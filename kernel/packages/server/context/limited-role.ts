import { createHash } from 'node:crypto'
import type pg from 'pg'
import { scramVerifier } from './scram-verifier.ts'

/** Rights of the product's own login. */
export interface Powers {
  readonly database: string
  readonly superuser: boolean
  readonly may_create: boolean
  /** May bound the temporary files of a role. */
  readonly may_bound_files: boolean
}

export async function powersOf(client: pg.ClientBase): Promise<Powers> {
  const { rows } = await client.query<Powers>(
    `select current_database() as database, rolsuper as superuser, rolsuper or rolcreaterole as may_create,
            has_parameter_privilege(current_user, 'temp_file_limit', 'set') as may_bound_files
     from pg_roles where rolname = current_user`,
  )
  const found = rows[0]
  if (!found) throw new Error('the database does not know its own user')
  return found
}

/** Roles belong to the whole cluster: the name carries a mark of the database. `sp` works on a plugin's rows, `sm` on its tables. */
export const roleNameOf = (kind: 'sp' | 'sm', database: string, schema: string): string =>
  `${kind}_${createHash('sha256').update(database).digest('hex').slice(0, 8)}_${schema}`

/** Makes the login, or gives it a new password. */
export async function setLogin(client: pg.ClientBase, role: string, password: string): Promise<void> {
  const exists = await client.query('select from pg_roles where rolname = $1', [role])
  const verifier = client.escapeLiteral(scramVerifier(password))
  await client.query(
    `${exists.rowCount ? 'alter' : 'create'} role ${client.escapeIdentifier(role)} login noinherit password ${verifier}`,
  )
}

export async function limitRole(
  client: pg.ClientBase,
  role: string,
  limits: { readonly connections: number; readonly settings: Readonly<Record<string, string>> },
  powers: Powers,
): Promise<void> {
  const name = client.escapeIdentifier(role)
  const settings = { ...limits.settings, ...(powers.may_bound_files ? { temp_file_limit: '256MB' } : {}) }
  await client.query(`alter role ${name} connection limit ${limits.connections}`)
  for (const [key, value] of Object.entries(settings))
    await client.query(`alter role ${name} set ${key} = ${client.escapeLiteral(value)}`)
  // Without being a superuser the product must be a member of a role to see and to end its statements.
  if (!powers.superuser) await client.query(`grant ${name} to current_user`)
}

/** Two processes that change the same role at once would meet each other's half. */
export async function changeRoles<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
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
