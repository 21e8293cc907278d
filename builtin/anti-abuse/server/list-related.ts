import { antiAbuseSettings, listRelatedAccounts } from '@spawnpoint/contracts/anti-abuse'
import { Users } from '@spawnpoint/contracts/users'
import { answer, Database, Settings } from '@spawnpoint/sdk/server'
import { isSamePerson, pointsOf, signals } from './find-signs.ts'
import { findRelated } from './trace-queries.ts'

export const handleListRelated = answer(
  listRelatedAccounts,
  { db: Database, settings: Settings, users: Users },
  async ({ params, fail, db, settings, users }) => {
    if (!(await users.find(params.id))) throw fail('NOT_FOUND')
    const found = await findRelated(db.orm, params.id)
    const people = await users.findMany(found.map(({ other }) => other))
    const names = new Map(people.map(({ id, username }) => [id, username]))
    return {
      compared: settings.read(antiAbuseSettings).firewall_block_alts,
      items: found
        .toSorted((one, other) => pointsOf(other) - pointsOf(one))
        .map((each) => ({
          user: { id: each.other, username: names.get(each.other) ?? null },
          registered: new Date(each.at).toISOString(),
          signals: signals.filter((signal) => each[signal]),
          likely: isSamePerson(each),
        })),
    }
  },
)
