import { Leaderboard } from '@spawnpoint/contracts/leaderboard'
import { ProfileFacts, profileSettings, readProfile } from '@spawnpoint/contracts/profiles'
import { Roles } from '@spawnpoint/contracts/roles'
import { generalSettings } from '@spawnpoint/contracts/settings'
import { Users } from '@spawnpoint/contracts/users'
import { every, optional } from '@spawnpoint/sdk/common'
import { answer, Database, Settings } from '@spawnpoint/sdk/server'
import { findPrivacy } from './profile-queries.ts'

const uses = {
  db: Database,
  settings: Settings,
  users: Users,
  roles: Roles,
  facts: every(ProfileFacts),
  leaderboard: optional(Leaderboard),
}

export const handleReadProfile = answer(
  readProfile,
  uses,
  async ({ actor, params: { uuid }, fail, db, settings, users, roles, facts, leaderboard }) => {
    const [[person], privacy] = await Promise.all([users.findMany([uuid]), findPrivacy(db.orm, uuid)])
    const isOwn = uuid === actor.id
    // Whether somebody is hidden, banned or never was here cannot be told apart.
    if (!person || person.bannedReason !== null || (!privacy.visible && !isOwn))
      throw fail('PROFILES_UNKNOWN')
    const shows = (field: string) => privacy.fields.includes(field)
    const shown = (facts.get() ?? []).flat().filter(({ id }) => shows(id))
    const { early_supporters_enabled: marksEarly } = settings.read(generalSettings)
    const { early_supporters_amount: early } = settings.read(profileSettings)
    const [role, isEarly, values, places] = await Promise.all([
      shows('role') ? roles.roleOf(uuid) : null,
      marksEarly && users.isAmongFirst(uuid, early),
      Promise.all(shown.map(({ read }) => read(uuid))),
      shows('places') ? (leaderboard.get()?.standingsOf(uuid) ?? []) : [],
    ])
    return {
      person: { id: person.id, name: person.username, avatar: person.avatar },
      isOwn,
      visible: privacy.visible,
      role: role && { name: role.name, color: role.color },
      earlySupporter: isEarly,
      since: shows('since') ? person.createdAt.toISOString() : null,
      minecraft: shows('minecraft') ? privacy.minecraftName : null,
      lastSeen: shows('lastSeen') ? person.lastSeenAt.toISOString() : null,
      facts: shown.map(({ id, plugin }, index) => ({ id, plugin, value: values[index] ?? 0 })),
      places: [...places],
    }
  },
)
