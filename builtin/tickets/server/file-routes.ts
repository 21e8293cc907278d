import { staffFilePath, ticketFilePath } from '@spawnpoint/contracts/tickets'
import { rowId } from '@spawnpoint/sdk/common'
import { EndpointFailure } from '@spawnpoint/sdk/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { findAttachment } from './attachment-queries.ts'
import { FILES } from './store-file.ts'
import type { Attachment } from './tables.ts'
import type { TicketUses } from './ticket-uses.ts'

const params = z.object({ id: rowId })
const query = z.object({ thumbnail: z.string().optional() })
type Variant = 'file' | 'thumbnail'

type Found = NonNullable<Awaited<ReturnType<typeof findAttachment>>>
type MayRead = (found: Found, person: string) => boolean

const notFound = () => new EndpointFailure('NOT_FOUND', 404)

/** Everybody reads what they have not sent yet. */
const isUnsentOf = ({ file }: Found, person: string) => file.messageId === null && file.owner === person

/** Customers read what stands in messages that they see. */
const mayCustomerRead: MayRead = (found, person) =>
  isUnsentOf(found, person) ||
  (found.customer === person && found.internal === false && found.releasedAt !== null)

const mayStaffRead: MayRead = (found, person) => isUnsentOf(found, person) || found.customer !== null

export const readBytes = ({ blobs, pictures }: TicketUses, file: Attachment, variant: Variant) => {
  if (file.pictureId === null) return variant === 'file' ? blobs.get(FILES, file.id) : Promise.resolve(null)
  const service = pictures.get()
  return service
    ? service.read(file.pictureId, variant === 'file' ? 'picture' : 'thumbnail')
    : Promise.resolve(null)
}

const named = (disposition: 'inline' | 'attachment', name: string) =>
  `${disposition}; filename="${name.replaceAll(/[^\w.() -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`

/** A text is only ever downloaded, and a picture is nothing but a picture. */
function setHeaders(reply: FastifyReply, { kind, name }: Attachment, type: string) {
  reply
    .type(kind === 'text' ? 'text/plain; charset=utf-8' : type)
    .header('content-disposition', named(kind === 'text' ? 'attachment' : 'inline', name))
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    // Kept by the browser, and asked for again each time: rights may have ended.
    .header('cache-control', 'private, no-cache')
}

const serve =
  (uses: TicketUses, mayRead: MayRead) => async (request: FastifyRequest, reply: FastifyReply) => {
    const person = request.liveSession?.user
    const given = params.safeParse(request.params)
    const found = given.success ? await findAttachment(uses.db.orm, given.data.id) : null
    if (!given.success || !found || !person || !mayRead(found, person)) throw notFound()
    const variant = query.safeParse(request.query).data?.thumbnail === undefined ? 'file' : 'thumbnail'
    const tag = `"${found.file.id}-${variant}"`
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    const bytes = await readBytes(uses, found.file, variant)
    if (!bytes) throw notFound()
    setHeaders(reply, found.file, bytes.type)
    return reply.header('etag', tag).send(Buffer.from(bytes.bytes))
  }

/** The bytes of files, for who may read the message that they came with. */
export const fileRoutes = (uses: TicketUses) => (app: FastifyInstance) => {
  app.get(
    ticketFilePath,
    { config: { access: { user: true, flag: 'allow_tickets' } } },
    serve(uses, mayCustomerRead),
  )
  app.get(
    staffFilePath,
    { config: { access: { permission: 'admin.tickets.view' } } },
    serve(uses, mayStaffRead),
  )
}
