import type { UsersService } from '@spawnpoint/contracts/users'
import type { Queries } from '@spawnpoint/sdk/server'
import { numbered, suggestUsername } from './clean.ts'

interface Wish {
  readonly id: string
  readonly username: string | null
}

/** Usernames for people of a source: the one they had, where it is free and allowed, else one like it with a number. */
export function createUsernames(users: UsersService) {
  const given = new Set<string>()
  // The number that comes next, so that a thousand people of one name cost a thousand looks and no more.
  const next = new Map<string, number>()
  const offer = (base: string): string => {
    const key = base.toLowerCase()
    for (let number = next.get(key) ?? 1; ; number++) {
      const name = numbered(base, number)
      if (given.has(name.toLowerCase())) continue
      next.set(key, number + 1)
      given.add(name.toLowerCase())
      return name
    }
  }
  return async (db: Queries, wishes: readonly Wish[]): Promise<ReadonlyMap<string, string>> => {
    const picked = new Map<string, string>()
    let open = wishes.map(({ id, username }) => ({ id, base: suggestUsername(username, id) }))
    while (open.length > 0) {
      const offers = open.map((each) => ({ ...each, name: offer(each.base) }))
      const { usernames } = await users.findTaken(db, {
        usernames: offers.map(({ name }) => name),
        emails: [],
      })
      for (const { id, name } of offers) if (!usernames.has(name.toLowerCase())) picked.set(id, name)
      open = offers.filter(({ name }) => usernames.has(name.toLowerCase()))
    }
    return picked
  }
}
