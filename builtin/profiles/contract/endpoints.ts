import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { minecraftNamePattern, skinPath } from './schemas.ts'

/** Fields of the profile itself; the others are those of plugins. */
export const ownFields = ['role', 'since', 'lastSeen', 'places', 'minecraft'] as const

const access = { user: true, flag: 'allow_public_profiles' } as const
const privacy = {
  /** The profile opens for others. */
  visible: z.boolean(),
  /** Others find the person by their username. */
  findable: z.boolean(),
  fields: z.array(z.string().min(1).max(64)).max(64),
}

export const readProfile = defineEndpoint({
  method: 'GET',
  path: '/api/profiles/:uuid',
  summary: 'Read what a person shows to others',
  access,
  params: z.object({ uuid: z.uuid() }),
  reply: z.object({
    person: z.object({ id: z.uuid(), name: z.string(), avatar: z.string().nullable() }),
    isOwn: z.boolean(),
    /** False where only the person sees it. */
    visible: z.boolean(),
    role: z.object({ name: z.string(), color: z.string() }).nullable(),
    /** Among the first who registered, where the instance marks them. */
    earlySupporter: z.boolean(),
    since: z.iso.datetime().nullable(),
    lastSeen: z.iso.datetime().nullable(),
    /** Name of the Minecraft account; its skin is at {@link skinRoute}. */
    minecraft: z.string().nullable(),
    facts: z.array(z.object({ id: z.string(), plugin: z.string(), value: z.number() })),
    places: z.array(z.object({ category: z.string(), plugin: z.string(), rank: z.number().int() })),
  }),
  fails: { PROFILES_UNKNOWN: 404 },
})

export const readPrivacy = defineEndpoint({
  method: 'GET',
  path: '/api/profiles/privacy',
  summary: 'Read which facts the own profile shows',
  access,
  reply: z.object({
    ...privacy,
    minecraftName: z.string().nullable(),
    /** All that can be shown. */
    offered: z.array(z.object({ id: z.string(), plugin: z.string() })),
  }),
})

export const changePrivacy = defineEndpoint({
  method: 'PUT',
  path: '/api/profiles/privacy',
  summary: 'Choose which facts the own profile shows',
  access,
  body: z.strictObject(privacy),
  reply: z.object({}),
  fails: { PROFILES_FIELD_UNKNOWN: 400 },
})

export const changeMinecraftName = defineEndpoint({
  method: 'PUT',
  path: '/api/profiles/minecraft',
  summary: 'Save the name of the own Minecraft account, or remove it',
  access,
  body: z.strictObject({ name: z.string().regex(minecraftNamePattern).nullable() }),
  reply: z.object({ name: z.string().nullable() }),
  limit: 30,
})

/** The skin of a person who shows it, as PNG; a picture, not a call. */
export const skinRoute = { path: skinPath(':uuid'), access }
