import {
  changeAppearance,
  LeaderboardCategories,
  leaderboardSettings,
  readLeaderboard,
} from '@spawnpoint/contracts/leaderboard'
import { Users, type UsersService } from '@spawnpoint/contracts/users'
import { every } from '@spawnpoint/sdk/common'
import { answer, Database, Settings } from '@spawnpoint/sdk/server'
import { sortCategories } from './sort-categories.ts'
import { findAppearance, findBoard, findPlace, listFirst, saveAppearance } from './score-queries.ts'

type Place = Awaited<ReturnType<typeof listFirst>>[number]

/** Equal values share a place, and the next one counts all before it. */
const rankOf = (places: readonly Place[], { value }: Place): number =>
  places.findIndex((each) => each.value === value) + 1

async function presentPlaces(users: UsersService, places: readonly Place[], actor: string) {
  const isShown = ({ person, shown }: Place) => shown !== 'hidden' || person === actor
  const people = await users.findMany(places.filter(isShown).map(({ person }) => person))
  const byId = new Map(people.map((each) => [each.id, each]))
  return places.map((place) => {
    const found = isShown(place) ? byId.get(place.person) : undefined
    return {
      rank: rankOf(places, place),
      value: place.value,
      isOwn: place.person === actor,
      person: found ? { id: found.id, name: found.username, avatar: found.avatar } : null,
    }
  })
}

export const handleReadLeaderboard = answer(
  readLeaderboard,
  { db: Database, users: Users, settings: Settings, categories: every(LeaderboardCategories) },
  async ({ actor, query, fail, db, users, settings, categories }) => {
    const all = sortCategories(categories.get())
    const wanted = query.category ?? all[0]?.id
    if (wanted !== undefined && !all.some(({ id }) => id === wanted)) throw fail('LEADERBOARD_UNKNOWN')
    const category = wanted ?? ''
    const { leaderboard_limit: limit } = settings.read(leaderboardSettings)
    const [places, board, own, appearance] = await Promise.all([
      listFirst(db.orm, category, limit),
      findBoard(db.orm, category),
      findPlace(db.orm, category, actor.id),
      findAppearance(db.orm, actor.id),
    ])
    const rows = await presentPlaces(users, places, actor.id)
    // Within the list the place is the one that the list shows.
    const listed = rows.find(({ isOwn }) => isOwn)
    return {
      categories: all.map(({ id, plugin, unit }) => ({ id, plugin, unit })),
      category: wanted ?? null,
      countedAt: board?.countedAt.toISOString() ?? null,
      rows,
      own: {
        value: own?.value ?? 0,
        rank: listed?.rank ?? own?.rank ?? null,
        of: board?.listed ?? 0,
        appearance,
      },
    }
  },
)

export const handleChangeAppearance = answer(
  changeAppearance,
  { db: Database },
  async ({ actor, body: { appearance }, db }) => {
    await saveAppearance(db.orm, actor.id, appearance)
    return { appearance }
  },
)
