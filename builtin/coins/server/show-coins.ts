import { ProfileFacts } from '@spawnpoint/contracts/profiles'
import { memberOf } from '@spawnpoint/sdk/common'
import { Database, provide } from '@spawnpoint/sdk/server'
import { findBalance } from './statement-queries.ts'

/** The balance on profiles. */
export const showCoins = provide(memberOf(ProfileFacts, 'coins'), { db: Database }, ({ db }) => [
  { id: 'coins', plugin: 'coins', read: (person: string) => findBalance(db, person) },
])
