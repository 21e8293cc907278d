import { backupFile } from '@spawnpoint/contracts/backups'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { EndpointFailure, requireReauthentication, type Sessions } from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { z } from 'zod'
import { findBackup } from './backup-queries.ts'
import { fileOf, type Services } from './backup-services.ts'

const params = z.object({ id: z.uuid() })

type Needed = Pick<Services, 'db' | 'instance'> & ServicesOf<{ sessions: typeof Sessions }>

const gone = () => new EndpointFailure('BACKUPS_NOT_FOUND', 404)

/** Streams the file of a backup to somebody whose reauthentication is recent. */
export const backupFileRoute = (services: Needed) => (app: FastifyInstance) => {
  const { path, permission } = backupFile
  app.get(path, { config: { access: { permission } } }, async (request, reply) => {
    const session = request.liveSession
    if (!session) throw new EndpointFailure('FORBIDDEN', 403)
    await requireReauthentication(services.sessions, { session: session.id })
    const given = params.safeParse(request.params)
    const row = given.success ? await findBackup(services.db.orm, given.data.id) : null
    if (row?.state !== 'done') throw gone()
    const file = fileOf(services, row)
    const { size } = await stat(file).catch(() => {
      throw gone()
    })
    return reply
      .type('application/octet-stream')
      .header('content-length', size)
      .header('content-disposition', `attachment; filename="${row.fileName}"`)
      .header('cache-control', 'no-store')
      .send(createReadStream(file))
  })
}
