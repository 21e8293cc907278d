import { Roles } from '@spawnpoint/contracts/roles'
import { ServerPlaces } from '@spawnpoint/contracts/servers'
import { Users } from '@spawnpoint/contracts/users'
import { optional, type ServicesOf } from '@spawnpoint/sdk/common'
import { Clock, Database } from '@spawnpoint/sdk/server'

/** The services that tell who reads what. */
export const readerUses = {
  db: Database,
  clock: Clock,
  roles: Roles,
  users: Users,
  places: optional(ServerPlaces),
}

type ReaderUses = ServicesOf<typeof readerUses>

/** A person as announcements address them. */
export interface Reader {
  readonly id: string
  readonly role: string
  /** Location → number of own servers there. */
  readonly servers: ReadonlyMap<string, number>
  /** Older announcements are not new to them. */
  readonly since: Date
  readonly now: Date
}

export async function findReader(
  { clock, roles, users, places }: Omit<ReaderUses, 'db'>,
  id: string,
): Promise<Reader> {
  const [role, person, servers] = await Promise.all([
    roles.roleOf(id),
    users.find(id),
    places.get()?.placesOf(id) ?? new Map<string, number>(),
  ])
  const now = clock.now()
  return { id, role: role.id, servers, since: person?.createdAt ?? now, now }
}
