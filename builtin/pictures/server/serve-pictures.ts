import { EndpointFailure } from '@spawnpoint/sdk/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readBlob, type Services } from './create-pictures.ts'
import { base, fileOf, findRows } from './picture-queries.ts'
import { readRange } from './read-range.ts'

interface Params {
  readonly id: string
  readonly file: string
}

const notFound = () => new EndpointFailure('NOT_FOUND', 404)

const variants = ['picture', 'web', 'thumbnail'] as const

async function findFile({ db }: Services, { id, file }: Params) {
  const [found] = /^[0-9A-Za-z]{16}$/.test(id) ? await findRows(db.orm, [id]) : []
  if (!found || found.picture.hidden) throw notFound()
  const variant = variants.find((each) => fileOf(found.content.type, each) === file)
  if (!variant || (variant === 'web' && !found.content.hasWeb)) throw notFound()
  return { variant, content: found.content }
}

/** Bytes behind an address never change, and nothing of the answer depends on who asks. */
function setHeaders(reply: FastifyReply, tag: string, name: string) {
  reply.header('cache-control', 'public, max-age=31536000, immutable')
  reply.header('etag', tag)
  reply.header('accept-ranges', 'bytes')
  reply.header('content-disposition', `inline; filename="${name}"`)
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  // Links to pictures are shown by other sites.
  reply.header('cross-origin-resource-policy', 'cross-origin')
  reply.removeHeader('vary')
}

const isKnown = (header: string | undefined, tag: string) =>
  header?.split(',').some((each) => [tag, `W/${tag}`, '*'].includes(each.trim())) ?? false

function sendBytes(request: FastifyRequest, reply: FastifyReply, bytes: Buffer, tag: string) {
  const { range, 'if-range': ifRange } = request.headers
  const wanted = ifRange === undefined || ifRange === tag ? readRange(range, bytes.length) : null
  if (wanted === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${bytes.length}`).send()
  if (!wanted) return reply.send(bytes)
  reply.code(206).header('content-range', `bytes ${wanted.first}-${wanted.last}/${bytes.length}`)
  return reply.send(bytes.subarray(wanted.first, wanted.last + 1))
}

export const servePictures = (services: Services) => (app: FastifyInstance) => {
  app.route<{ Params: Params }>({
    method: ['GET', 'HEAD'],
    url: `${base}/:id/:file`,
    config: { access: { public: 'pictures that pages show to everybody, and links to them' } },
    handler: async (request, reply) => {
      const { variant, content } = await findFile(services, request.params)
      const tag = `"${content.hash.slice(0, 32)}-${variant}"`
      setHeaders(reply, tag, `${request.params.id}.${request.params.file.split('.').at(-1)}`)
      if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
      const blob = await readBlob(services.blobs, content.id, variant)
      if (!blob) throw notFound()
      reply.type(blob.type)
      return sendBytes(request, reply, Buffer.from(blob.bytes), tag)
    },
  })
}
