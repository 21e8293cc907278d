import type { AnyEndpoint, ServiceToken } from '@spawnpoint/sdk/common'
import {
  createActor,
  EndpointFailure,
  type EndpointHandler,
  type RegisteringHost,
  type TrustedServer,
} from '@spawnpoint/sdk/server'
import fastify from 'fastify'

type Mounted = { readonly endpoint: AnyEndpoint; readonly handler: EndpointHandler<AnyEndpoint> }
type Call = { readonly params?: unknown; readonly query?: unknown; readonly body?: unknown }

const actor = createActor({
  id: crypto.randomUUID(),
  session: crypto.randomUUID(),
  permissions: ['admin.root'],
})

/** A host that keeps what a plugin mounts and calls it as the kernel does: schemas before the handler and after. */
export const createCapturedHost = (id: string) => {
  const mounted = new Map<string, Mounted>()
  const app = fastify()
  const undos: (() => void | Promise<void>)[] = []
  const host: RegisteringHost = {
    id,
    endpoint: (endpoint, handler) => {
      mounted.set(`${endpoint.method} ${endpoint.path}`, { endpoint, handler: handler as never })
    },
    command: () => undefined,
    routes: (register) => register(app),
    job: () => {},
    on: () => {},
    describeSession: () => {},
    hooks: { on: () => ({ dispose: () => {} }) },
    health: () => {},
    onDispose: (undo) => void undos.push(undo),
  }
  app.setErrorHandler((error, _request, reply) =>
    error instanceof EndpointFailure
      ? reply.code(error.status).send({ error_code: error.code })
      : reply.code(500).send({ error_code: String(error) }),
  )
  /** The answer, or the `EndpointFailure` thrown. */
  const call = async (endpoint: AnyEndpoint, given: Call = {}): Promise<Record<string, unknown>> => {
    const found = mounted.get(`${endpoint.method} ${endpoint.path}`)
    if (!found) throw new Error(`${endpoint.method} ${endpoint.path} is not mounted`)
    const input = {
      actor,
      params: endpoint.params?.parse(given.params) ?? {},
      query: endpoint.query?.parse(given.query ?? {}) ?? {},
      body: endpoint.body?.parse(given.body),
      ip: '203.0.113.7',
      requestId: 'r1',
      fail: (code: string) => new EndpointFailure(code, endpoint.fails[code] ?? 400),
    }
    return endpoint.reply.parse(await found.handler(input as never)) as Record<string, unknown>
  }
  /** Sets a server module up with these services; answers what it provides under a token. */
  const setUp = async (
    server: TrustedServer,
    services: readonly (readonly [ServiceToken<unknown>, unknown])[],
  ) => {
    const given = new Map(services.map(([token, service]) => [token.id, service]))
    const provided = await server.setUp(({ id: token }) => given.get(token), host)
    // The module's values were checked against their tokens.
    return <T>(token: ServiceToken<T>) => provided.get(token.id) as T
  }
  const dispose = async () => {
    for (const undo of undos.splice(0)) await undo()
  }
  return { host, setUp, call, mounted, download: (url: string) => app.inject({ url }), dispose, actor }
}

/** The failure of a call that has to fail. */
export const failureOf = async (call: Promise<unknown>): Promise<EndpointFailure> => {
  const outcome: unknown = await call.catch((error: unknown) => error)
  if (outcome instanceof EndpointFailure) return outcome
  throw outcome instanceof Error ? outcome : new Error(`expected a failure, got ${JSON.stringify(outcome)}`)
}
