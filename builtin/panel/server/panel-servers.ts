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

export const createPanelServers = (
  transport: PanelTransport,
  dialect: DialectCalls,
  answer: ServerAnswer,
) => {
  const query = { include: dialect.serverInclude }
  const getServer = (id: number): Promise<PanelServer> =>
    transport.ask({ method: 'GET', path: `/servers/${id}`, query }, answer)

  const place = async (server: NewPanelServer, body: object, triesLeft: number): Promise<PanelServer> => {
    const placement = await dialect.placement(server)
    try {
      return await transport.ask(
        { method: 'POST', path: '/servers', query, body: { ...body, ...placement } },
        answer,
      )
    } catch (error) {
      if (triesLeft > 1 && isPortTaken(error)) return place(server, body, triesLeft - 1)
      throw error
    }
  }

  return {
    getServer,
    async createServer(server: NewPanelServer) {
      const egg = await dialect.getEgg(server.nestId, server.eggId)
      const body = {
        external_id: server.externalId,
        name: server.name,
        description: server.description,
        user: server.userId,
        egg: server.eggId,
        docker_image: egg.dockerImage,
        startup: egg.startup,
        environment: environmentOf(egg, server.environment),
        ...limitsOf(server, newTuning),
      }
      return place(server, body, placementTries)
    },
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
    async updateServerBuild(id: number, resources: PanelResources) {
      const { allocationId, tuning } = await getServer(id)
      const body = { allocation: allocationId, ...limitsOf(resources, tuning) }
      return transport.ask({ method: 'PATCH', path: `/servers/${id}/build`, query, body }, answer)
    },
    async updateServerDetails(id: number, { name, description, userId }: PanelServerDetails) {
      const current = await getServer(id)
      const body = {
        // Left out, the panel would forget it, and with it whose server this is.
        external_id: current.externalId,
        name: name ?? current.name,
        description: description ?? current.description,
        user: userId ?? current.userId,
      }
      return transport.ask({ method: 'PATCH', path: `/servers/${id}/details`, query, body }, answer)
    },
    suspendServer: (id: number) => transport.tell({ method: 'POST', path: `/servers/${id}/suspend` }),
    unsuspendServer: (id: number) => transport.tell({ method: 'POST', path: `/servers/${id}/unsuspend` }),
    deleteServer: async (id: number) =>
      void (await orNull(transport.tell({ method: 'DELETE', path: `/servers/${id}` }))),
    probe: () =>
      transport.ask(
        { method: 'GET', path: dialect.probePath, query: { per_page: '1' }, probe: true },
        pageOf(anything),
      ),
  }
}
