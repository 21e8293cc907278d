import { ProfileFacts } from '@spawnpoint/contracts/profiles'
import { memberOf } from '@spawnpoint/sdk/common'
import { Database, provide } from '@spawnpoint/sdk/server'
import { and, eq, ne } from 'drizzle-orm'
import { server } from './tables.ts'

/** The number of servers on profiles, as the leaderboard counts them. */
export const showServers = provide(memberOf(ProfileFacts, 'servers'), { db: Database }, ({ db }) => [
  {
    id: 'servers',
    plugin: 'servers',
    read: (person: string) =>
      db.orm.$count(server, and(eq(server.owner, person), ne(server.status, 'deleting'))),
  },
])
