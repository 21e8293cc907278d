import type { ProfilesService } from '@spawnpoint/contracts/profiles'
import type { Person, UsersService } from '@spawnpoint/contracts/users'
import type { Live } from '@spawnpoint/sdk/common'

interface Uses {
  readonly users: UsersService
  readonly profiles: Live<ProfilesService>
}

/** Finds a person, and says whether others may give them coins: not while they are banned or hide their profile. */
export async function findRecipient(
  { users, profiles }: Uses,
  id: string,
): Promise<{ readonly person: Person; readonly canReceive: boolean } | null> {
  const [person] = await users.findMany([id])
  if (!person) return null
  const isVisible = (await profiles.get()?.isVisible(id)) ?? true
  return { person, canReceive: person.bannedReason === null && isVisible }
}
