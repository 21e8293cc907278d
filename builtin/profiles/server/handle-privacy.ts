import {
  changeMinecraftName,
  changePrivacy,
  ownFields,
  ProfileFacts,
  readPrivacy,
  type ProfileFact,
} from '@spawnpoint/contracts/profiles'
import { every } from '@spawnpoint/sdk/common'
import { Users } from '@spawnpoint/contracts/users'
import { answer, Database } from '@spawnpoint/sdk/server'
import { findPrivacy, saveMinecraftName, savePrivacy } from './profile-queries.ts'

const uses = { db: Database, facts: every(ProfileFacts) }

const offeredOf = (members: readonly (readonly ProfileFact[])[] | null) => [
  ...ownFields.map((id) => ({ id, plugin: 'profiles' })),
  ...(members ?? []).flat().map(({ id, plugin }) => ({ id, plugin })),
]

export const handleReadPrivacy = answer(readPrivacy, uses, async ({ actor, db, facts }) => {
  const { visible, findable, fields, minecraftName } = await findPrivacy(db.orm, actor.id)
  return { visible, findable, fields: [...fields], minecraftName, offered: offeredOf(facts.get()) }
})

export const handleChangePrivacy = answer(
  changePrivacy,
  { ...uses, users: Users },
  async ({ actor, body, fail, db, facts, users }) => {
    const before = await findPrivacy(db.orm, actor.id)
    // A choice made while its plugin was on outlives that plugin.
    const known = new Set([...offeredOf(facts.get()).map(({ id }) => id), ...before.fields])
    if (body.fields.some((field) => !known.has(field))) throw fail('PROFILES_FIELD_UNKNOWN')
    await db.orm.transaction(async (tx) => {
      await savePrivacy(tx, actor.id, { ...body, fields: [...new Set(body.fields)] })
      await users.changeAvatar(tx, actor.id, { avatarHidden: !body.visible })
    })
    return {}
  },
)

export const handleChangeMinecraftName = answer(
  changeMinecraftName,
  { db: Database },
  async ({ actor, body: { name }, db }) => {
    await saveMinecraftName(db.orm, actor.id, name)
    return { name }
  },
)
