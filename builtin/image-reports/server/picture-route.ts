import { Pictures } from '@spawnpoint/contracts/pictures'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { Database, EndpointFailure } from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import { pictureBase } from './handle-reports.ts'
import { findReport } from './report-queries.ts'

export const uses = { db: Database, pictures: Pictures }

interface Params {
  readonly id: string
  readonly variant: string
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A reported picture for staff, also while it is hidden from everybody else. */
export const pictureRoute =
  ({ db, pictures }: ServicesOf<typeof uses>) =>
  (app: FastifyInstance) => {
    const access = {
      permission: 'admin.image.reports.view',
      alternatives: ['admin.image.reports.edit'],
    }
    app.get<{ Params: Params }>(
      `${pictureBase}/:id/picture/:variant`,
      { config: { access } },
      async ({ params: { id, variant } }, reply) => {
        const row = uuid.test(id) ? await findReport(db.orm, id) : null
        const isKnown = variant === 'web' || variant === 'thumbnail'
        const found = row && isKnown ? await pictures.read(row.pictureId, variant) : null
        if (!found) throw new EndpointFailure('NOT_FOUND', 404)
        reply.header('cache-control', 'private, no-store')
        reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        reply.header('content-disposition', 'inline')
        return reply.type(found.type).send(Buffer.from(found.bytes))
      },
    )
  }
