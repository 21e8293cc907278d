import { ImagePages, type DrawnImagePage, type ImagePage } from '@spawnpoint/contracts/image-hosting'
import { escapeText, formAction } from '@spawnpoint/contracts/image-hosting/schemas'
import type { SavedPicture } from '@spawnpoint/contracts/pictures'
import { Users } from '@spawnpoint/contracts/users'
import { every, type ServicesOf } from '@spawnpoint/sdk/common'
import { createEmailTexts, EndpointFailure } from '@spawnpoint/sdk/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { join } from 'node:path'
import { embedTags, textsOf } from './draw-embed.ts'
import { drawPage, type PageParts } from './draw-page.ts'
import { findEmbed } from './handle-keys.ts'
import { removeOwn } from './handle-images.ts'
import { findImage } from './image-queries.ts'
import { isDeleteToken, uses as imageUses } from './present-image.ts'
import type { Image } from './tables.ts'

export const uses = { ...imageUses, pages: every(ImagePages), users: Users }
type Services = ServicesOf<typeof uses>

// Subject, text and action are the title, paragraph and button of a page.
const readTexts = createEmailTexts('image-hosting', join(import.meta.dirname, '..', 'locales'), 'pages')

const tags: Readonly<Record<string, string>> = { md: 'zh-Hans' }

const languageOf = ({ headers }: FastifyRequest): string =>
  /(?:^|;\s*)locale=([A-Za-z]{2})(?:;|$)/.exec(headers.cookie ?? '')?.[1]?.toLowerCase() ?? 'en'

const config = (reason: string) => ({ access: { public: reason, flag: 'image_hosting_enabled' } })

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Omit<PageParts, 'language'>) {
  const language = languageOf(request)
  const { html, policy } = drawPage({ ...page, language: tags[language] ?? language })
  reply.header('content-security-policy', policy)
  // The language comes with a cookie; nothing else of a visitor changes the page.
  reply.header('cache-control', 'private, no-cache')
  reply.type('text/html; charset=utf-8')
  return reply.send(html)
}

type Name = { Params: { name: string }; Querystring: { token?: string } }

const missing = (request: FastifyRequest, reply: FastifyReply) => {
  const { subject, paragraphs } = readTexts(languageOf(request), 'missing', {})
  const body = `<div><h1>${escapeText(subject)}</h1><p>${escapeText(paragraphs[0] ?? '')}</p></div>`
  return sendPage(request, reply.code(404), { title: subject, body })
}

async function findShown({ db, pictures }: Services, name: string) {
  const row = /^[0-9A-Za-z]{10}$/.test(name) ? await findImage(db.orm, name) : null
  if (!row || row.deletedAt) return null
  const [picture] = await pictures.find([row.pictureId])
  return picture && !picture.hidden ? { row, picture } : null
}

const sizeOf = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`

async function readEmbedded(services: Services, row: Image, picture: SavedPicture) {
  const { db, instance, users } = services
  const [settings, owner] = await Promise.all([findEmbed(db.orm, row.owner), users.find(row.owner)])
  const values = {
    file: row.title,
    user: owner?.username ?? '',
    size: sizeOf(row.bytes),
    date: row.createdAt.toISOString().slice(0, 10),
  }
  const oembed = `${instance.origin}/api/image-hosting/oembed/${row.name}`
  return { origin: instance.origin, settings, picture, values, oembed }
}

/** Links to the pages that other plugins add. */
const linksOf = ({ pages }: Services, name: string, language: string): string =>
  (pages.get() ?? [])
    .map((page) => ` · <a href="/i/${name}/${page.path}">${escapeText(page.label(language))}</a>`)
    .join('')

const showImage = (services: Services) => async (request: FastifyRequest<Name>, reply: FastifyReply) => {
  const found = await findShown(services, request.params.name)
  if (!found) return missing(request, reply)
  const { row, picture } = found
  const embedded = await readEmbedded(services, row, picture)
  const { action } = readTexts(languageOf(request), 'shown', {})
  const facts = `${sizeOf(row.bytes)} · ${picture.width} × ${picture.height}`
  const body =
    `<img src="${picture.webUrl}" width="${picture.width}" height="${picture.height}" alt="${escapeText(row.title)}">` +
    `<div><h1>${escapeText(row.title)}</h1><p>${facts} · <a href="${picture.url}">${escapeText(action)}</a>` +
    `${linksOf(services, row.name, languageOf(request))}</p></div>`
  return sendPage(request, reply, { title: row.title, head: embedTags(embedded), body })
}

/** Only shows a button: a chat or scanner that opens links must not delete anything. */
const showDelete = (services: Services) => async (request: FastifyRequest<Name>, reply: FastifyReply) => {
  const { name } = request.params
  const token = request.query.token ?? ''
  const found = isDeleteToken(services.secrets, name, token) ? await findShown(services, name) : null
  if (!found) return missing(request, reply)
  const { subject, paragraphs, action } = readTexts(languageOf(request), 'delete', { name: found.row.title })
  const body =
    `<img src="${found.picture.thumbnailUrl}" alt=""><div><h1>${escapeText(subject)}</h1>` +
    `<p>${escapeText(paragraphs[0] ?? '')}</p><form method="post" action="/api/image-hosting/deletions">` +
    `<input type="hidden" name="name" value="${name}"><input type="hidden" name="token" value="${escapeText(token)}">` +
    `<button>${escapeText(action)}</button></form></div>`
  return sendPage(request, reply, { title: subject, body })
}

const deleteByLink = (services: Services) => async (request: FastifyRequest, reply: FastifyReply) => {
  // JSON is parsed here as well, and is no form.
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
  const [name, token] = [form.get('name') ?? '', form.get('token') ?? '']
  const row = isDeleteToken(services.secrets, name, token) ? await findImage(services.db.orm, name) : null
  if (!row) return missing(request, reply)
  await removeOwn(services, row.owner, [row.name])
  const { subject, paragraphs } = readTexts(languageOf(request), 'deleted', {})
  const body = `<div><h1>${escapeText(subject)}</h1><p>${escapeText(paragraphs[0] ?? '')}</p></div>`
  return sendPage(request, reply, { title: subject, body })
}

type Further = { Params: { name: string; path: string } }
type Answer = (page: ImagePage, request: Parameters<ImagePage['draw']>[0]) => Promise<DrawnImagePage>

async function sendFurther(
  services: Services,
  request: FastifyRequest<Further>,
  reply: FastifyReply,
  answer: Answer,
) {
  const { name, path } = request.params
  const page = (services.pages.get() ?? []).find((each) => each.path === path)
  const found = page ? await findShown(services, name) : null
  if (!page || !found) return missing(request, reply)
  const { row, picture } = found
  const image = { ...row, deleted: false, picture }
  const drawn = await answer(page, { image, language: languageOf(request), ip: request.ip })
  return sendPage(request, reply.code(drawn.status ?? 200), { ...drawn, hasForm: true })
}

const showFurther = (services: Services) => (request: FastifyRequest<Further>, reply: FastifyReply) =>
  sendFurther(services, request, reply, (page, asked) => page.draw(asked))

const submitFurther = (services: Services) => (request: FastifyRequest<Further>, reply: FastifyReply) =>
  sendFurther(services, request, reply, (page, asked) =>
    page.submit(asked, request.body instanceof URLSearchParams ? request.body : new URLSearchParams()),
  )

const answerOembed =
  (services: Services) =>
  async ({ params }: FastifyRequest<Name>, reply: FastifyReply) => {
    const found = await findShown(services, params.name)
    if (!found) throw new EndpointFailure('NOT_FOUND', 404)
    const { author, siteName } = textsOf(await readEmbedded(services, found.row, found.picture))
    reply.header('cache-control', 'public, max-age=300').type('application/json; charset=utf-8')
    return reply.send(
      JSON.stringify({
        version: '1.0',
        type: 'link',
        ...(author !== '' && { author_name: author }),
        ...(siteName !== '' && { provider_name: siteName, provider_url: services.instance.origin }),
      }),
    )
  }

export const imagePages = (services: Services) => (app: FastifyInstance) => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )
  const view = config('images are shown to everybody who has the link')
  app.route<Name>({ method: ['GET', 'HEAD'], url: '/i/:name', config: view, handler: showImage(services) })
  app.route<Name>({
    method: ['GET', 'HEAD'],
    url: '/i/:name/delete',
    config: config('the signed link shows a button'),
    handler: showDelete(services),
  })
  app.route<Further>({
    method: ['GET', 'HEAD'],
    url: '/i/:name/:path',
    config: config('pages that other plugins add to an image'),
    handler: showFurther(services),
  })
  app.route<Further>({
    method: 'POST',
    url: formAction(':name', ':path'),
    config: config('the forms of those pages'),
    handler: submitFurther(services),
  })
  app.route({
    method: 'POST',
    url: '/api/image-hosting/deletions',
    config: config('the button of the signed link'),
    handler: deleteByLink(services),
  })
  app.route<Name>({
    method: 'GET',
    url: '/api/image-hosting/oembed/:name',
    config: view,
    handler: answerOembed(services),
  })
}
