import { EndpointFailure } from '@spawnpoint/sdk/server'

const taken: Readonly<Record<string, { code: string; field: string }>> = {
  account_username_key: { code: 'USERS_USERNAME_TAKEN', field: 'username' },
  account_email_key: { code: 'USERS_EMAIL_TAKEN', field: 'email' },
}

const constraintOf = (error: unknown): string | null => {
  for (let at = error; at instanceof Error; at = at.cause) {
    const name: unknown = Reflect.get(at, 'constraint')
    if (typeof name === 'string') return name
  }
  return null
}

/** True when a write met a value that another row has under this index. */
export const violates = (error: unknown, constraint: string): boolean => constraintOf(error) === constraint

/** Runs a write; what the unique indexes refuse becomes the failure that names the field. */
export const refuseTaken = async <T>(write: Promise<T>): Promise<T> => {
  try {
    return await write
  } catch (error) {
    const found = taken[constraintOf(error) ?? '']
    if (!found) throw error
    throw new EndpointFailure(found.code, 409, { fields: { [found.field]: found.code } })
  }
}
