import type {
  NewPanelServer,
  PanelResources,
  PanelServer,
  PanelServerDetails,
  PanelTuning,
} from '../contract/panel.ts'
import { isPanelError } from '../contract/panel-error.ts'
import { anything, pageOf } from './panel-answers.ts'
import type { DialectCalls } from './panel-dialect.ts'
import { orNull, type PanelTransport } from './panel-transport.ts'
import { environmentOf } from './read-egg.ts'
import type { serverAnswers } from './server-answer.ts'

const placementTries = 3

const newTuning: PanelTuning = { swap: 0, io: 500 }

const limitsOf = (
  { memory, disk, cpu, databases, backups, allocations }: PanelResources,
  tuning: PanelTuning,
) => ({
  limits: { memory, disk, cpu, ...tuning },
  feature_limits: { databases, backups, allocations },
})

// Refused outright, so nothing was made: another port may be asked for.
const isPortTaken = (error: unknown) =>
  isPanelError(error, 'invalid', 'conflict') && error.field === 'allocation.default'

type ServerAnswer = (typeof serverAnswers)['pterodactyl']

interface Calls {
  readonly transport: PanelTransport
  readonly dialect: DialectCalls
  readonly answer: ServerAnswer
  readonly query: { readonly include: string }
}

const getServer = ({ transport, query, answer }: Calls, id: number): Promise<PanelServer> =>
  transport.ask({ method: 'GET', path: `/servers/${id}`, query }, answer)

/** Asks for another port as long as the one that it was given is taken. */
const place = async (
  calls: Calls,
  server: NewPanelServer,
  body: object,
  triesLeft = placementTries,
): Promise<PanelServer> => {
  const { transport, dialect, query, answer } = calls
  const placement = await dialect.placement(server)
  try {
    return await transport.ask(
      { method: 'POST', path: '/servers', query, body: { ...body, ...placement } },
      answer,
    )
  } catch (error) {
    if (triesLeft > 1 && isPortTaken(error)) return place(calls, server, body, triesLeft - 1)
    throw error
  }
}

const creating = (calls: Calls) => ({
  async createServer(server: NewPanelServer) {
    const egg = await calls.dialect.getEgg(server.nestId, server.eggId)
    const body = {
      external_id: server.externalId,
      name: server.name,
      description: server.description,
      user: server.userId,
      egg: server.eggId,
      // Pelican takes its own where one is left out, and refuses an empty one.
      ...(egg.dockerImage && { docker_image: egg.dockerImage }),
      ...(egg.startup && { startup: egg.startup }),
      environment: environmentOf(egg, server.environment),
      ...limitsOf(server, newTuning),
    }
    return place(calls, server, body)
  },
})

const finding = ({ transport, query, answer }: Calls) => ({
  findServerByExternalId: (externalId: string) =>
    orNull(
      transport.ask(
        { method: 'GET', path: `/servers/external/${encodeURIComponent(externalId)}`, query },
        answer,
      ),
    ),
  async listServers({ page = 1 }: { page?: number } = {}) {
    const paging = { ...query, page: String(page), per_page: '100' }
    const { data, meta } = await transport.ask(
      { method: 'GET', path: '/servers', query: paging },
      pageOf(answer),
    )
    const { current_page, total_pages, total } = meta.pagination
    return { servers: data, page: current_page, pages: total_pages, total }
  },
})

const updating = (calls: Calls) => ({
  async updateServerBuild(id: number, resources: PanelResources) {
    const { allocationId, tuning } = await getServer(calls, id)
    const body = { allocation: allocationId, ...limitsOf(resources, tuning) }
    return calls.transport.ask(
      { method: 'PATCH', path: `/servers/${id}/build`, query: calls.query, body },
      calls.answer,
    )
  },
  async updateServerDetails(id: number, { name, description, userId, externalId }: PanelServerDetails) {
    const current = await getServer(calls, id)
    const body = {
      // Left out, the panel would forget it, and with it whose server this is.
      external_id: externalId ?? current.externalId,
      name: name ?? current.name,
      description: description ?? current.description,
      user: userId ?? current.userId,
    }
    return calls.transport.ask(
      { method: 'PATCH', path: `/servers/${id}/details`, query: calls.query, body },
      calls.answer,
    )
  },
})

export const createPanelServers = (
  transport: PanelTransport,
  dialect: DialectCalls,
  answer: ServerAnswer,
) => {
  const calls: Calls = { transport, dialect, answer, query: { include: dialect.serverInclude } }
  return {
    getServer: (id: number) => getServer(calls, id),
    ...creating(calls),
    ...finding(calls),
    ...updating(calls),
    suspendServer: (id: number) => transport.tell({ method: 'POST', path: `/servers/${id}/suspend` }),
    unsuspendServer: (id: number) => transport.tell({ method: 'POST', path: `/servers/${id}/unsuspend` }),
    deleteServer: async (id: number, { force = false }: { readonly force?: boolean } = {}) =>
      void (await orNull(
        transport.tell({ method: 'DELETE', path: `/servers/${id}${force ? '/force' : ''}` }),
      )),
    probe: () =>
      transport.ask(
        { method: 'GET', path: dialect.probePath, query: { per_page: '1' }, probe: true },
        pageOf(anything),
      ),
  }
}
