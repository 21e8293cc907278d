import { largestPicture, longestSide, uploadPicture } from '@spawnpoint/contracts/brand'
import { answer, Audit, Blobs, Database, EndpointFailure, type BlobsService } from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import { readPicture } from './read-picture.ts'

const scope = 'brand'

export const handleUploadPicture = answer(
  uploadPicture,
  { blobs: Blobs, audit: Audit, db: Database },
  async ({ actor, body, ip, fail, blobs, audit, db }) => {
    // On the server a body of bytes is always that; a `Blob` is what callers pass.
    const bytes = Buffer.from(body as Uint8Array)
    if (bytes.length > largestPicture) throw fail('BRAND_PICTURE_LARGE')
    const picture = readPicture(bytes)
    if (!picture) throw fail('BRAND_NO_PICTURE')
    const { width, height, type, extension } = picture
    if (Math.min(width, height) < 1 || Math.max(width, height) > longestSide)
      throw fail('BRAND_PICTURE_SIDES')
    const id = await blobs.put(scope, bytes, type)
    await audit.write(db.orm, { actor: actor.id, ip, action: 'brand:uploaded', target: id })
    return { path: `/api/brand/pictures/${id}/${width}x${height}.${extension}` }
  },
)

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** The headers of API answers hold as well: `nosniff`, and a policy that lets a picture opened by itself do nothing. */
export const pictureRoute = (blobs: BlobsService) => (app: FastifyInstance) => {
  app.get<{ Params: { id: string } }>(
    '/api/brand/pictures/:id/:name',
    {
      config: { access: { public: 'logo, icon and background of the log-in page', duringMaintenance: true } },
    },
    async ({ params: { id } }, reply) => {
      const picture = isId(id) ? await blobs.get(scope, id) : null
      if (!picture) throw new EndpointFailure('NOT_FOUND', 404)
      // Bytes behind an id never change.
      reply.header('cache-control', 'public, max-age=31536000, immutable').removeHeader('vary')
      return reply.type(picture.type).send(Buffer.from(picture.bytes))
    },
  )
}
