import { EndpointFailure, type OpenedBlob } from '@spawnpoint/sdk/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openBlob, type Services } from './create-pictures.ts'
import { chooseVariant, type Chosen } from './choose-variant.ts'
import { base, extensionOf, findRows } from './picture-queries.ts'
import { readRange } from './read-range.ts'

interface Params {
  readonly id: string
  readonly file: string
}

const notFound = () => new EndpointFailure('NOT_FOUND', 404)

async function findFile({ db }: Services, { id, file }: Params, accept: string | undefined) {
  const [found] = /^[0-9A-Za-z]{16}$/.test(id) ? await findRows(db.orm, [id]) : []
  if (!found || found.picture.hidden) throw notFound()
  const chosen = chooseVariant(found.content, file, accept)
  if (!chosen) throw notFound()
  return { chosen, content: found.content }
}

/** The picture behind an address never changes, and nothing of the answer depends on who asks. */
function setHeaders(reply: FastifyReply, tag: string, name: string, { final, varies }: Chosen) {
  // A shared cache asks again for the smaller format that is still being made.
  reply.header('cache-control', final ? 'public, max-age=31536000, immutable' : 'public, max-age=600')
  reply.header('etag', tag)
  reply.header('accept-ranges', 'bytes')
  reply.header('content-disposition', `inline; filename="${name}"`)
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  // Links to pictures are shown by other sites.
  reply.header('cross-origin-resource-policy', 'cross-origin')
  reply.removeHeader('vary')
  if (varies) reply.header('vary', 'accept')
}

const isKnown = (header: string | undefined, tag: string) =>
  header?.split(',').some((each) => [tag, `W/${tag}`, '*'].includes(each.trim())) ?? false

/** Piece by piece: many slow readers of large pictures hold little memory. */
function sendBlob(request: FastifyRequest, reply: FastifyReply, blob: OpenedBlob, tag: string) {
  const { range, 'if-range': ifRange } = request.headers
  const wanted = ifRange === undefined || ifRange === tag ? readRange(range, blob.size) : null
  if (wanted === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${blob.size}`).send()
  const part = wanted ?? { first: 0, last: blob.size - 1 }
  if (wanted) reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${blob.size}`)
  reply.header('content-length', part.last - part.first + 1)
  return request.method === 'HEAD' ? reply.send() : reply.send(blob.read(part))
}

export const servePictures = (services: Services) => (app: FastifyInstance) => {
  app.route<{ Params: Params }>({
    method: ['GET', 'HEAD'],
    url: `${base}/:id/:file`,
    config: { access: { public: 'pictures that pages show to everybody, and links to them' } },
    handler: async (request, reply) => {
      const { params, headers } = request
      const { chosen, content } = await findFile(services, params, headers.accept)
      const tag = `"${content.hash.slice(0, 32)}-${chosen.stored}"`
      if (isKnown(headers['if-none-match'], tag)) {
        setHeaders(reply, tag, `${params.id}.${extensionOf(chosen.type)}`, chosen)
        return reply.code(304).send()
      }
      const blob = await openBlob(services.blobs, content.id, chosen.stored)
      if (!blob) throw notFound()
      setHeaders(reply, tag, `${params.id}.${extensionOf(chosen.type)}`, chosen)
      reply.type(blob.type)
      return sendBlob(request, reply, blob, tag)
    },
  })
}
