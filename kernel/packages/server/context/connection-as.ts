import type { PoolConfig } from 'pg'

/** The same database under another login. */
export function connectionAs(connection: PoolConfig, user: string, password: string): PoolConfig {
  const { connectionString, ...rest } = connection
  if (connectionString === undefined) return { ...rest, user, password }
  const url = new URL(connectionString)
  // Written as parameters they would win over the address's own user.
  for (const name of ['user', 'password']) url.searchParams.delete(name)
  url.username = user
  url.password = password
  return { ...rest, connectionString: url.href }
}

/** The same login, looking for unqualified names in one schema only. */
export function connectionIn(connection: PoolConfig, schema: string): PoolConfig {
  const options = `-c search_path=${schema}`
  const { connectionString, ...rest } = connection
  if (connectionString === undefined) return { ...rest, options }
  const url = new URL(connectionString)
  url.searchParams.set('options', options)
  return { ...rest, connectionString: url.href }
}
