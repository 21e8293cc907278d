import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { activeTracer, type OpenSpan } from '../../../sdk/server/spans.ts'
import type { ProxyTrust } from '../config.ts'
import { http } from '../http/node-http.ts'

const open = new WeakMap<IncomingMessage, OpenSpan>()

/** Only a trusted proxy may say of which trace a call is: a visitor could have each call recorded by it. */
function trustOf(trust: ProxyTrust): (address: string) => boolean {
  if (typeof trust === 'boolean') return () => trust
  const isTrusted =
    typeof trust === 'string' ? proxyAddr.compile(trust.split(',').map((each) => each.trim())) : trust
  return (address) => isTrusted(address, 0)
}

const ID = /^(?:\d{1,20}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i
const SECRET = /token|secret|key|code|password/i

/** The path of a call with its ids. Names, codes and tokens in it are personal or secret: their parameters stand for them. */
export function pathOf(route: string, params: Readonly<Record<string, unknown>>): string {
  return route.replaceAll(/:(\w+)[^/]*|\*/g, (part, name?: string) => {
    const value = name === undefined ? undefined : params[name]
    return name !== undefined && !SECRET.test(name) && typeof value === 'string' && ID.test(value)
      ? value
      : part
  })
}

/** The first segment of an address that no app describes: what is below it may be a name or a token. */
const beginningOf = (url: string) =>
  /^\/[^/?#]*(?:\/(?=[^?#]))?/.exec(url)?.[0].replace(/(?<=.)\/$/, '/…') ?? '/'

function begin(request: IncomingMessage, isTrusted: (address: string) => boolean): OpenSpan | null {
  const { method = '', url = '/', headers, socket } = request
  const known = http.METHODS.includes(method) ? method : '_OTHER'
  return (
    activeTracer()?.begin({
      name: known,
      kind: 'server',
      attributes: { 'http.request.method': known, 'url.path': beginningOf(url) },
      continues: isTrusted(socket.remoteAddress ?? '') ? headers : undefined,
    }) ?? null
  )
}

/** Measures each call that the server answers, up to the end of its answer. */
export function createCallTracing(trust: ProxyTrust) {
  const isTrusted = trustOf(trust)
  return {
    run(request: IncomingMessage, response: ServerResponse, answer: () => void): void {
      const span = begin(request, isTrusted)
      if (span === null) return answer()
      open.set(request, span)
      response.once('close', () => {
        if (open.get(request) !== span) return
        const { statusCode, headersSent } = response
        if (headersSent) span.set({ 'http.response.status_code': statusCode })
        if (statusCode >= 500) span.fail(String(statusCode))
        span.end()
      })
      span.within(answer)
    },
    /** A file was sent: dozens of them come with each page, and would hide the calls. */
    forget(request: IncomingMessage): void {
      open.delete(request)
    },
  }
}

/** Gives the span of a call its route. */
export function describeCall(
  request: IncomingMessage,
  { plugin, route, id, params = {} }: { plugin: string; route: string; id: string; params?: object },
): void {
  const span = open.get(request)
  span?.rename(`${request.method} ${route}`)
  span?.set({
    'http.route': route,
    'url.path': pathOf(route, { ...params }),
    'spawnpoint.plugin': plugin,
    'spawnpoint.request_id': id,
  })
}

/** Describes the calls of an app. */
export function traceRoutes(app: FastifyInstance, plugin: string): void {
  if (activeTracer() === null) return
  app.addHook('onRequest', (request, _reply, next) => {
    const { url: route } = request.routeOptions
    const params = request.params as object
    if (route !== undefined) describeCall(request.raw, { plugin, route, id: String(request.id), params })
    next()
  })
}
