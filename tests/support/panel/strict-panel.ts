import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodiesOf, type PanelBodies } from './panel-bodies.ts'
import { panelErrors } from './panel-errors.ts'
import type { PanelRows } from './panel-records.ts'
import type { PanelVersion } from './panel-versions.ts'
import { strictRoutes, type StrictAnswer, type StrictRoute } from './strict-routes.ts'

const base = '/api/application'

const readBody = async (request: IncomingMessage) => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

const paramsOf = (pattern: string, path: string) => {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = decodeURIComponent(given[index] ?? '')
    if (part.startsWith(':')) params[part.slice(1)] = value
    else if (part !== value) return null
  }
  return params
}

const findRoute = (routes: readonly StrictRoute[], method: string, path: string) => {
  for (const route of routes) {
    const params = route.method === method ? paramsOf(route.path, path) : null
    if (params) return { route, params }
  }
  return null
}

const faultsOfHeaders = ({ headers }: IncomingMessage, key: string) => [
  ...(headers.authorization === `Bearer ${key}` ? [] : ['authorization']),
  ...(headers.accept === 'application/json' ? [] : [`accept: ${headers.accept}`]),
  ...(headers['content-type'] === 'application/json' ? [] : [`content-type: ${headers['content-type']}`]),
]

const faultsOfQuery = (query: URLSearchParams, allowed: StrictRoute['query'] = {}) =>
  [...query].flatMap(([name, value]) => (allowed[name]?.test(value) ? [] : [`query ${name}=${value}`]))

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const checkBody = (bodies: PanelBodies, name: keyof PanelBodies | undefined, text: string) => {
  if (name === undefined) return { body: undefined, faults: text === '' ? [] : [`body ${text}`] }
  const read = bodies[name].safeParse(readJson(text))
  const issues = read.error?.issues ?? []
  return {
    body: read.data,
    faults: issues.map(({ path, message }) => `body ${path.join('.')}: ${message}`),
  }
}

/**
 * A panel of one version, written from that panel's own routes, rules and transformers, and from nothing of ours. A call
 * that differs from them in path, query, headers or body is refused and kept in `violations`.
 */
export const startStrictPanel = async (version: PanelVersion) => {
  const rows: PanelRows = {
    users: [],
    servers: [],
    ports: new Map([1, 2, 3].map((id) => [id, null])),
  }
  const routes = strictRoutes(version, rows)
  const bodies = bodiesOf(version)
  const apiKey = version.dialect === 'pelican' ? 'papp_strict' : 'ptla_strict'
  const violations: string[] = []
  const calls = new Set<string>()
  let next: StrictAnswer | null = null

  const answerTo = async (request: IncomingMessage): Promise<StrictAnswer> => {
    const text = await readBody(request)
    const url = new URL(request.url ?? '/', 'http://panel')
    const call = `${request.method} ${url.pathname}`
    const found = url.pathname.startsWith(base)
      ? findRoute(routes, request.method ?? '', url.pathname.slice(base.length))
      : null
    if (!found) {
      violations.push(`${call}: no such route`)
      return panelErrors.noRoute(url.pathname.slice(1))
    }
    const { route, params } = found
    const { body, faults } = checkBody(bodies, route.body, text)
    const all = [
      ...faultsOfHeaders(request, apiKey),
      ...faultsOfQuery(url.searchParams, route.query),
      ...faults,
    ]
    calls.add(`${route.method} ${route.path}`)
    violations.push(...all.map((fault) => `${call}: ${fault}`))
    if (all.length > 0)
      return panelErrors.fields(all.map((detail) => ({ field: 'call', rule: 'strict', detail })))
    const prepared = next
    next = null
    return prepared ?? route.answer({ params, query: url.searchParams, body })
  }

  const server = createServer((request, response) => {
    void answerTo(request).then(({ status, headers, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(body === undefined ? undefined : JSON.stringify(body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    rows,
    violations,
    /** Documented calls that nobody has made. */
    unused: () => routes.map(({ method, path }) => `${method} ${path}`).filter((call) => !calls.has(call)),
    /** The answer to the next call that passes the checks. */
    answerNext(answer: StrictAnswer) {
      next = answer
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type StrictPanel = Awaited<ReturnType<typeof startStrictPanel>>
