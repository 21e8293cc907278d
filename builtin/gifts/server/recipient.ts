import type { Person, UsersService } from '@spawnpoint/contracts/users'

/** People who can be given coins: those with an account that is not banned. */
export async function findRecipient(users: UsersService, id: string): Promise<Person | null> {
  const [found] = await users.findMany([id])
  return found && found.bannedReason === null ? found : null
}
