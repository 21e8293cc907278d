import { FORM_DATA, ROOT_PERMISSION, type AnyEndpoint, type RequestFacts } from '@spawnpoint/sdk/common'
import {
  addressPrefix,
  createActor,
  EndpointFailure,
  type Actor,
  type EndpointHandler,
  type LimitsService,
  type MaintenanceSourceService,
} from '@spawnpoint/sdk/server'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { z } from 'zod'
import { MAINTENANCE_HEADER, PLAN_VERSION_HEADER } from '../../common/plan.ts'
import type { KernelServerHooks } from '../host/server-hooks.ts'
import type { ProxyTrust } from '../config.ts'
import type { LiveSession } from '../sessions/session-cache.ts'
import { traceRoutes } from '../tracing/trace-calls.ts'
import type { KernelSessions } from '../sessions/sessions.ts'
import { fieldsOf } from '../../../sdk/server/fields-of.ts'
import { acceptUploads, receiveUpload } from '../../../sdk/server/uploads.ts'
import { createFairShare } from './fair-share.ts'
import { failureAnswer, failureOf, kernelFailure, RETRY_AFTER_SECONDS } from './failure.ts'
import type { Messages } from './messages.ts'
import { http } from './node-http.ts'
import { recordRoutes } from './mounted-routes.ts'
import { isOwnOrigin } from './origin-check.ts'
import { setApiHeaders } from './security-headers.ts'

const BODY_LIMIT = 256 * 1024
const SIGNED = 'signature'
const KERNEL = 'kernel'

declare module 'fastify' {
  interface FastifyRequest {
    liveSession: LiveSession | null
  }
  interface FastifyContextConfig {
    endpoint?: AnyEndpoint
    access?: AnyEndpoint['access']
  }
}

export interface ChildDeps {
  readonly origin: string
  readonly secure: boolean
  readonly trustProxy: ProxyTrust
  readonly log: Logger
  readonly sessions: KernelSessions
  readonly messages: Messages
  readonly limits: LimitsService
  readonly hooks: Pick<KernelServerHooks, 'isTapped' | 'request' | 'reply'>
  isFlagOn(flag: string): boolean
  /** Null while the instance is open to everybody. */
  closure: MaintenanceSourceService['current']
  /** Open pages compare it with theirs, and fetch the plan when it is newer. */
  planVersion(): number
  onAnswer(plugin: string, route: string, status: number, seconds: number): void
  /** Writes to the audit log that staff are about to act in a customer's place. */
  recordImpersonated(entry: { actor: string; target: string; after: object; ip: string }): Promise<void>
  onFault(plugin: string, error: unknown): void
}

type Access = AnyEndpoint['access']

/** The kernel's own calls stay open: pages learn by them when the maintenance has ended. */
function refuseDuringMaintenance(deps: ChildDeps, { liveSession }: FastifyRequest, reply: FastifyReply) {
  const closed = deps.closure()
  if (!closed || (liveSession && actorOf(liveSession).can(ROOT_PERMISSION))) return
  reply.header('retry-after', String(closed.retryAfterSeconds))
  throw kernelFailure('E_MAINTENANCE')
}

/** Refuses whoever may not call; the order decides what a stranger learns. */
async function checkAccess(
  deps: ChildDeps,
  { access, isKernel }: { readonly access: Access; readonly isKernel: boolean },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (access.flag !== undefined && !deps.isFlagOn(access.flag)) throw kernelFailure('FEATURE_OFF')
  const session = await deps.sessions.authenticate(request.headers.cookie)
  request.liveSession = session
  if (!isKernel && !access.duringMaintenance) refuseDuringMaintenance(deps, request, reply)
  // Public answers may be cached by proxies: none carries a personal cookie.
  if ('public' in access) return
  if (!session) {
    const pending = await deps.sessions.pending({ request, reply: nothing })
    throw kernelFailure(pending ? 'TW0_FA_BLOCKED' : 'UNAUTHENTICATED')
  }
  deps.sessions.touch(session)
  await deps.sessions.renew({ request, reply }, session)
  if ('permission' in access) {
    const actor = actorOf(session)
    const accepted = [access.permission, ...(access.alternatives ?? [])]
    if (!accepted.some((permission) => actor.can(permission))) throw kernelFailure('FORBIDDEN')
  }
  if (session.requiredStep !== null && !access.duringRequiredStep && !isReading(request))
    throw kernelFailure('REQUIRED_STEP_OPEN')
}

const factsOf = (plugin: string, { id, method, url, liveSession }: FastifyRequest): RequestFacts => ({
  id: String(id),
  plugin,
  method,
  path: url.replace(/[?#].*$/, ''),
  userId: liveSession?.user ?? null,
})

const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Before the write, which fails when it cannot be recorded. */
async function recordImpersonated(deps: ChildDeps, request: FastifyRequest) {
  const { liveSession: session, method, routeOptions, ip } = request
  if (!session?.impersonator || isReading(request)) return
  const after = { call: `${method} ${routeOptions.url ?? '*'}` }
  await deps.recordImpersonated({ actor: session.impersonator, target: session.user, after, ip })
}

/** PostgreSQL stores no NUL, and an export that meets one while it is being sent could only break off. */
const hasNul = ({ query, params }: FastifyRequest) =>
  [query, params].some((values) =>
    Object.values(values ?? {})
      .flat()
      .some((value) => String(value).includes('\0')),
  )

const nothing = { header: () => undefined, getHeader: () => undefined }

const actorOf = (session: LiveSession): Actor =>
  createActor({
    id: session.user,
    session: session.id,
    permissions: session.permissions,
    impersonator: session.impersonator,
  })

function parsePart<T>(schema: z.ZodType<T> | undefined, value: unknown): T | undefined {
  if (!schema) return undefined
  // With its input an issue tells a missing value from one of a wrong type.
  const parsed = schema.safeParse(value, { reportInput: true })
  if (!parsed.success) throw kernelFailure('VALIDATION', fieldsOf(parsed.error))
  return parsed.data
}

async function checkLimit(deps: ChildDeps, plugin: string, endpoint: AnyEndpoint, request: FastifyRequest) {
  if (endpoint.limit === undefined) return
  const who = request.liveSession?.user ?? addressPrefix(request.ip)
  const key = `${plugin}:${endpoint.method}:${endpoint.path}:${who}`
  if (!(await deps.limits.take(key, { max: endpoint.limit, perSeconds: 60 })))
    throw kernelFailure('RATE_LIMITED')
}

/** One Fastify per plugin: headers, request id, session, origin, access, error shape are the same everywhere. */
export function createChildApp(plugin: string, deps: ChildDeps): FastifyInstance {
  const app: FastifyInstance = Fastify({
    serverFactory: () => http.createServer(),
    trustProxy: deps.trustProxy,
    bodyLimit: BODY_LIMIT,
    // Built-ins start together, which takes its time on a busy machine; one that never gets ready must end all the same.
    pluginTimeout: 20_000,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 300 },
    // An address that cannot be read reaches no hook.
    frameworkErrors: (_error, request, reply) => {
      setApiHeaders(reply.raw, deps.secure)
      return sendFailure(deps, plugin, kernelFailure('NOT_FOUND'), request, reply)
    },
    loggerInstance: deps.log.child({ plugin }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  recordRoutes(app)
  traceRoutes(app, plugin)
  app.decorateRequest('liveSession', null)
  // A body is JSON and nothing else; files come by multipart where a plugin asks for it.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', async (request, reply) => {
    setApiHeaders(reply.raw, deps.secure)
    reply.header('x-request-id', request.id)
    const access = request.routeOptions.config.access
    if (!access) throw kernelFailure('NOT_FOUND')
    const signed = 'public' in access && access.origin === SIGNED
    if (!signed && !isOwnOrigin(request.method, request.headers, deps.origin))
      throw kernelFailure('FOREIGN_ORIGIN')
    await checkAccess(deps, { access, isKernel: plugin === KERNEL }, request, reply)
    if (hasNul(request)) throw kernelFailure('VALIDATION')
    await recordImpersonated(deps, request)
    if (deps.hooks.isTapped('onRequest')) await deps.hooks.request(factsOf(plugin, request))
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header(PLAN_VERSION_HEADER, String(deps.planVersion()))
    if (deps.closure()) reply.header(MAINTENANCE_HEADER, '1')
    if (deps.hooks.isTapped('beforeReply')) await deps.hooks.reply(factsOf(plugin, request), reply)
  })
  app.addHook('onRoute', (route) => {
    if (!route.config?.access)
      throw new Error(`E_ROUTE_ACCESS: ${String(route.method)} ${route.url} of ${plugin} declares no access`)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = `${request.method} ${request.routeOptions.url ?? '*'}`
    deps.onAnswer(plugin, route, reply.statusCode, reply.elapsedTime / 1000)
    request.log.info(
      { id: request.id, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
  app.setErrorHandler((error, request, reply) => sendFailure(deps, plugin, error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    setApiHeaders(reply.raw, deps.secure)
    return sendFailure(deps, plugin, kernelFailure('NOT_FOUND'), request, reply)
  })
  return app
}

/** The connection ended in the middle of the request. */
const hasLeft = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete

function sendFailure(
  deps: ChildDeps,
  plugin: string,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { failure, isFault } = failureOf(error)
  if (hasLeft(request))
    request.log.debug({ id: request.id, err: error }, 'a client left before its call was read')
  else if (failure.status >= 500 && failure.code !== 'E_MAINTENANCE')
    request.log.error({ id: request.id, err: error }, 'a call failed')
  if (isFault && !hasLeft(request)) deps.onFault(plugin, error)
  const message = deps.messages.failure(plugin, failure.code, failure.details)
  if (failure.status === 503 && !reply.hasHeader('retry-after'))
    reply.header('retry-after', RETRY_AFTER_SECONDS)
  return reply.code(failure.status).send(failureAnswer(failure, message, String(request.id)))
}

/** The reply by its contract; the error of a wrong one names the endpoint and the field, since its stack names neither. */
function readReply({ method, path, reply }: AnyEndpoint, result: unknown): object {
  const { data, error } = reply.safeParse(result)
  if (error)
    throw new TypeError(`The reply of ${method} ${path} breaks its contract: ${z.prettifyError(error)}`)
  // Declared replies are objects.
  return data as object
}

const fairShares = new WeakMap<FastifyInstance, ReturnType<typeof createFairShare>>()

function fairShareOf(app: FastifyInstance) {
  const share = fairShares.get(app) ?? createFairShare()
  fairShares.set(app, share)
  return share
}

/** Mounts a declared endpoint: access, limit and schemas are checked before the handler, the reply after it. */
export function mountEndpoint<E extends AnyEndpoint>(
  app: FastifyInstance,
  plugin: string,
  deps: ChildDeps,
  endpoint: E,
  handler: EndpointHandler<E>,
): void {
  const { accepts } = endpoint
  const fairShare = fairShareOf(app)
  const isForm = accepts === FORM_DATA
  if (isForm) acceptUploads(app)
  else if (accepts !== undefined && !app.hasContentTypeParser(accepts))
    app.addContentTypeParser(accepts, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint, access: endpoint.access },
    ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
    ...(isForm && { preValidation: receiveUpload }),
    handler: async (request, reply) => {
      await checkLimit(deps, plugin, endpoint, request)
      const input = {
        actor: request.liveSession && actorOf(request.liveSession),
        params: parsePart(endpoint.params, request.params) ?? {},
        query: parsePart(endpoint.query, request.query) ?? {},
        body: parsePart(endpoint.body, request.body ?? undefined),
        ip: request.ip,
        requestId: String(request.id),
        request,
        reply,
        fail: (code: string, more = {}) => new EndpointFailure(code, endpoint.fails[code] ?? 400, more),
      }
      // Access was checked above: `actor` is there exactly where the endpoint's type says so.
      const work = async () => handler(input as never)
      const result = await (input.actor ? fairShare.run(input.actor.id, work) : work())
      return { success: true, ...readReply(endpoint, result) }
    },
  })
}
