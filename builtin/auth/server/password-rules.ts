import { readFileSync } from 'node:fs'
import { join } from 'node:path'

let known: ReadonlySet<string> | null = null

const commonPasswords = (): ReadonlySet<string> => {
  known ??= new Set(
    readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
      .split('\n')
      .filter(Boolean),
  )
  return known
}

export type PasswordFault = 'common_password' | 'same_as_name'

/** Returns the problem with a new password besides its length, or null. */
export function findPasswordFault(
  password: string,
  person: { readonly username: string; readonly email: string },
): PasswordFault | null {
  const folded = password.toLowerCase()
  const names = [person.username, person.email, person.email.split('@')[0] ?? '']
  if (names.some((name) => name.toLowerCase() === folded)) return 'same_as_name'
  const repeated = new Set(folded).size === 1
  return repeated || commonPasswords().has(folded) ? 'common_password' : null
}
