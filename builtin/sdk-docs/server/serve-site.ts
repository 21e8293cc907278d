import { EndpointFailure } from '@spawnpoint/sdk/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { resolve } from 'node:path'
import { drawHits, drawMissing, drawPage, drawRefusal, type Site } from './draw-page.ts'
import { listForModels } from './list-for-models.ts'
import { policy } from './page-style.ts'
import { readPages } from './read-pages.ts'
import { readVersion } from './read-reference.ts'
import { searchPages } from './search-pages.ts'

const root = resolve(import.meta.dirname, '../../..')
const base = '/api/docs/sdk'
const config = { access: { permission: 'admin.docs.view' } }
const LONGEST_SEARCH = 100

const sendText = (reply: FastifyReply, text: string) =>
  reply.type('text/plain; charset=utf-8').header('cache-control', 'private, no-cache').send(text)

const sendHtml = (reply: FastifyReply, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'private, no-cache')
    .header('content-security-policy', policy)
    .send(html)

/** The pages are read with the first visit: most instances are never asked for them. */
function createReader() {
  let site: Site | null = null
  return () =>
    (site ??= {
      base,
      pages: readPages(root),
      hasSearch: true,
      version: readVersion(root),
      versionsPath: `${base}/reference/versions`,
    })
}

type Asked = FastifyRequest<{ Params: { '*': string }; Querystring: { q?: unknown } }>

const serveTo = (app: FastifyInstance, read: () => Site): void => {
  const find = (path: string) => {
    const page = read().pages.find((each) => each.path === path)
    if (!page) throw new EndpointFailure('NOT_FOUND', 404)
    return page
  }
  app.get(base, { config }, (_request, reply) => sendHtml(reply, drawPage(find(''), read())))
  app.get(`${base}/llms.txt`, { config }, (_request, reply) => sendText(reply, listForModels(read())))
  app.get(`${base}/search`, { config }, (request: Asked, reply) => {
    const { q } = request.query
    const search = typeof q === 'string' ? q.trim().slice(0, LONGEST_SEARCH) : ''
    return sendHtml(reply, drawHits(search, searchPages(read().pages, search), read()))
  })
  app.get(`${base}/*`, { config }, (request: Asked, reply) => {
    const path = request.params['*']
    if (!path.endsWith('.md')) return sendHtml(reply, drawPage(find(path), read()))
    const name = path.slice(0, -'.md'.length)
    return sendText(reply, `${find(name === 'index' ? '' : name).text}\n`)
  })
}

/** The site at `/api/docs/sdk`: every page as HTML and, with `.md` behind its address, as Markdown. */
export function serveSite(app: FastifyInstance): void {
  app.register(async (site) => {
    const read = createReader()
    // A browser is shown a page; everything else hears the code, as from any other address.
    site.setErrorHandler((error, request, reply) => {
      const status = error instanceof EndpointFailure ? error.status : 500
      const [address = ''] = request.url.split('?')
      const path = address.slice(`${base}/`.length)
      // A reader who gets as far as a page that is not there may read all others.
      const draw = () => (status === 404 ? drawMissing(read()) : drawRefusal(status, path))
      const page = request.headers.accept?.includes('text/html') ? draw() : null
      if (page === null) throw error
      return sendHtml(reply.code(status), page)
    })
    serveTo(site, read)
  })
}
