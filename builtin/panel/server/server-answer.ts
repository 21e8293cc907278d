import { z } from 'zod'
import type { PanelServer, PanelServerState } from '../contract/panel.ts'
import { allocationAnswer, item, listOf } from './panel-answers.ts'

const id = z.int().min(0)
const count = z.number().nullish()

// A key without the right to see a relation gets an empty stand-in for it.
const location = item(z.object({ id })).optional().catch(undefined)
const owner = item(z.object({ external_id: z.string().nullish() }))
  .optional()
  .catch(undefined)
const allocations = listOf(allocationAnswer).optional().catch(undefined)

const attributes = z.object({
  id,
  external_id: z.string().nullish(),
  uuid: z.string(),
  identifier: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  status: z.string().nullish(),
  suspended: z.boolean().default(false),
  limits: z.object({
    memory: z.number(),
    disk: z.number(),
    cpu: z.number(),
    swap: z.number().default(0),
    io: z.number().default(500),
  }),
  feature_limits: z.object({ databases: count, allocations: count, backups: count }),
  user: id,
  node: id,
  allocation: id.nullish(),
  nest: id.nullish(),
  egg: id,
  container: z.object({ installed: z.coerce.number() }).optional(),
  created_at: z.string(),
  relationships: z.object({ location, allocations, user: owner }).optional(),
})

const stateByStatus: Record<string, PanelServerState> = {
  installing: 'installing',
  install_failed: 'install-failed',
  reinstall_failed: 'install-failed',
  suspended: 'suspended',
  restoring_backup: 'restoring-backup',
}

const stateOf = ({ status, suspended }: z.output<typeof attributes>): PanelServerState =>
  suspended ? 'suspended' : (stateByStatus[status ?? ''] ?? 'ready')

const addressOf = ({ allocation, relationships }: z.output<typeof attributes>) => {
  const first = relationships?.allocations?.data.find((candidate) => candidate.id === allocation)
  return first ? `${first.alias ?? first.ip}:${first.port}` : null
}

const ownerOf = ({ relationships }: z.output<typeof attributes>) =>
  relationships?.user ? (relationships.user.external_id ?? null) : undefined

const shape = (server: z.output<typeof attributes>, isPelican: boolean): PanelServer => ({
  id: server.id,
  externalId: server.external_id ?? null,
  uuid: server.uuid,
  identifier: server.identifier,
  name: server.name,
  description: server.description ?? '',
  state: stateOf(server),
  suspended: server.suspended,
  resources: {
    memory: server.limits.memory,
    disk: server.limits.disk,
    cpu: server.limits.cpu,
    databases: server.feature_limits.databases ?? 0,
    backups: server.feature_limits.backups ?? 0,
    allocations: server.feature_limits.allocations ?? 0,
  },
  tuning: { swap: server.limits.swap, io: server.limits.io },
  userId: server.user,
  ownerExternalId: ownerOf(server),
  nodeId: server.node,
  locationId: isPelican ? server.node : (server.relationships?.location?.id ?? null),
  nestId: server.nest ?? null,
  eggId: server.egg,
  allocationId: server.allocation ?? null,
  address: addressOf(server),
  createdAt: server.created_at,
})

const answerOf = (isPelican: boolean) => item(attributes).transform((server) => shape(server, isPelican))

export const serverAnswers = { pterodactyl: answerOf(false), pelican: answerOf(true) }
