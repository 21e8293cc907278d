import { hash, verify, type Options } from '@node-rs/argon2'
import { EndpointFailure } from '@spawnpoint/sdk/server'
import PQueue from 'p-queue'
import { verify as verifyBcrypt } from './bcrypt.ts'
import { isForeign, matchesForeign } from './foreign-hash.ts'

// 19 MiB, two passes, one lane: OWASP's floor for argon2id, which is also the library's default algorithm.
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
// Few at a time: hashing must leave threads of the pool for files and names.
const AT_ONCE = 2
const MAX_WAITING = 200

export interface StoredPassword {
  /** Null where there is no account, or none with a password. */
  readonly hash: string | null
  /** Cost of the costliest bcrypt hash that an account has; null while there is none. */
  readonly foreignCost: number | null
}

export interface PasswordHashing {
  hash(password: string): Promise<string>
  /** Takes as long where there is no hash, so that time does not tell whether an account exists. */
  matches(stored: StoredPassword, password: string): Promise<boolean>
}

/** Hashing in a bounded pool. Fails with AUTH_BUSY when too many wait. */
export function createPasswordHashing(bcrypt = verifyBcrypt): PasswordHashing {
  const queue = new PQueue({ concurrency: AT_ONCE })
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    if (queue.size >= MAX_WAITING) throw new EndpointFailure('AUTH_BUSY', 503)
    return queue.add(work)
  }
  let stand: Promise<string> | null = null
  const standIn = () => (stand ??= hash('nobody has this password', cost))
  return {
    hash: async (password) => inTurn(() => hash(password, cost)),
    async matches({ hash: stored, foreignCost }, password) {
      const foreign = stored !== null && isForeign(stored) ? stored : null
      const own = foreign === null ? stored : null
      const against = own ?? (await standIn())
      return inTurn(async () => {
        const matches = (await verify(against, password)) && own !== null
        if (foreignCost === null) return matches
        return (await matchesForeign(bcrypt, foreign, password, foreignCost)) || matches
      })
    },
  }
}
