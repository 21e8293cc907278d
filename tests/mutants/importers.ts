import type { Mutant } from './mutant.ts'

const check = 'builtin/auth/server/check-password.ts'
const foreign = 'builtin/auth/server/foreign-hash.ts'
const hashing = 'builtin/auth/server/password-hashing.ts'
const credentials = 'builtin/auth/server/credential-queries.ts'
const people = 'builtin/users/server/import-people.ts'

/** Rules of moving in from another dashboard. */
export const importerMutants: readonly Mutant[] = [
  { rule: 'AUT47', file: check, find: 'isForeign(stored.hash))', replace: 'isForeign(password))' },
  {
    rule: 'AUT47',
    file: credentials,
    find: 'and(eq(credential.userId, user), eq(credential.passwordHash, before))',
    replace: 'eq(credential.userId, user)',
  },
  {
    rule: 'AUT47',
    file: 'builtin/auth/contract/foreign-password.ts',
    find: '(0[4-9]|1[0-3])',
    replace: '([0-3][0-9])',
  },
  { rule: 'AUT47', file: foreign, find: 'return matches && stored', replace: 'return stored' },
  { rule: 'AUT48', file: foreign, find: 'cost < most; cost++', replace: 'cost < 0; cost++' },
  { rule: 'AUT48', file: hashing, find: 'if (foreignCost === null)', replace: 'if (foreign === null)' },
  { rule: 'USR36', file: people, find: '...person,', replace: '...person, createdAt: clock.now(),' },
  {
    rule: 'USR36',
    file: people,
    find: '(texts: readonly string[]) => texts.map((text) => text.toLowerCase())',
    replace: '(texts: readonly string[]) => texts',
  },
]
