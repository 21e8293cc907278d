import { findPeople } from '@spawnpoint/contracts/user-lookup'
import { Profiles } from '@spawnpoint/contracts/profiles'
import { Users } from '@spawnpoint/contracts/users'
import { answer, definePluginServer, Limits } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'

/** Enough to type and correct a name; too few to list everybody. */
const searches = { max: 30, perSeconds: 60 }

const handleFindPeople = answer(
  findPeople,
  { users: Users, profiles: Profiles, limits: Limits },
  async ({ actor, query: { text }, fail, users, profiles, limits }) => {
    if (!(await limits.take(`lookup:${actor.id}`, searches))) throw fail('LOOKUP_TOO_MANY')
    // The search of staff also knows emails and ids: here only a name finds somebody.
    const named = (await users.search(text)).filter(({ username }) =>
      username.toLowerCase().includes(text.toLowerCase()),
    )
    const findable = await profiles.findable(named.map(({ id }) => id))
    return {
      people: named
        .filter(({ id }) => findable.has(id))
        .map(({ id, username, avatar }) => ({ id, name: username, avatar })),
    }
  },
)

export default definePluginServer(manifest, { endpoints: [handleFindPeople] })
