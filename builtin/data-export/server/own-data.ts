import { ownDataFile, prepareOwnData } from '@spawnpoint/contracts/data-export'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { answer, EndpointFailure, Limits, requireReauthentication, Sessions } from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import { exportUses } from './export-uses.ts'
import { writeOwnData } from './write-own-data.ts'

export const ownDataUses = { ...exportUses, limits: Limits, sessions: Sessions }

// A download reads everything that is known of a user.
const downloads = { max: 5, perSeconds: 3_600 }

export const handlePrepareOwnData = answer(
  prepareOwnData,
  { sessions: Sessions, limits: Limits },
  async ({ actor, fail, sessions, limits }) => {
    await requireReauthentication(sessions, actor)
    if (!(await limits.take(`data-export:prepare:${actor.id}`, downloads))) throw fail('DATA_EXPORT_TOO_MANY')
    return { path: ownDataFile.path }
  },
)

const nameOf = (username: string, now: Date) =>
  `${username.replaceAll(/[^\w.-]/g, '_')}-${now.toISOString().slice(0, 10)}.zip`

/** Streams the archive to its own user, whose reauthentication is recent. */
export const ownDataRoute = (services: ServicesOf<typeof ownDataUses>) => (app: FastifyInstance) => {
  const { path, user } = ownDataFile
  app.get(path, { config: { access: { user } } }, async ({ liveSession, ip }, reply) => {
    const person = liveSession && (await services.users.find(liveSession.user))
    if (!person) throw new EndpointFailure('FORBIDDEN', 403)
    const { audit, clock, db, limits, sessions } = services
    await requireReauthentication(sessions, { session: liveSession.id })
    if (!(await limits.take(`data-export:download:${person.id}`, downloads)))
      throw new EndpointFailure('DATA_EXPORT_TOO_MANY', 429)
    const archive = await writeOwnData(services, person.id)
    await db.orm.transaction((tx) =>
      audit.write(tx, { actor: person.id, action: 'data-export:downloaded', target: person.id, ip }),
    )
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${nameOf(person.username, clock.now())}"`)
      .header('cache-control', 'no-store')
      .send(archive)
  })
}
