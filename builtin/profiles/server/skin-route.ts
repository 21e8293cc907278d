import { skinRoute } from '@spawnpoint/contracts/profiles'
import { Users } from '@spawnpoint/contracts/users'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { Clock, Database, EndpointFailure, Limits, Log, Settings } from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { drawDefaultSkin } from './default-skin.ts'
import { createSkins } from './minecraft-skins.ts'
import { findPrivacy } from './profile-queries.ts'

export const skinUses = {
  db: Database,
  settings: Settings,
  clock: Clock,
  limits: Limits,
  log: Log,
  users: Users,
}

const params = z.object({ uuid: z.uuid() })
const perMinute = { max: 60, perSeconds: 60 }
const hour = 3_600

/** The skin of a person who shows it, from this server: no browser of ours calls Mojang. */
export function createSkinRoute(services: ServicesOf<typeof skinUses>) {
  const { db, limits, users } = services
  const skins = createSkins(services)
  return (app: FastifyInstance) => {
    const { path, access } = skinRoute
    app.get(path, { config: { access } }, async (request, reply) => {
      const asked = params.safeParse(request.params)
      const actor = request.liveSession?.user
      if (!asked.success || actor === undefined) throw new EndpointFailure('PROFILES_UNKNOWN', 404)
      const { uuid } = asked.data
      if (!(await limits.take(`profiles.skin:${actor}`, perMinute)))
        throw new EndpointFailure('RATE_LIMITED', 429)
      const [[person], privacy] = await Promise.all([users.findMany([uuid]), findPrivacy(db.orm, uuid)])
      const isShown = (privacy.visible || uuid === actor) && privacy.fields.includes('minecraft')
      const { minecraftName } = privacy
      // The same answer as for a profile that is not there.
      if (!person || person.bannedReason !== null || !isShown || minecraftName === null)
        throw new EndpointFailure('PROFILES_UNKNOWN', 404)
      const own = await skins.find(minecraftName)
      return reply
        .type('image/png')
        .header('cache-control', `private, max-age=${own ? hour : hour / 12}`)
        .send(own ?? (await drawDefaultSkin()))
    })
  }
}
