import { z } from 'zod'
import { panelId, panelInteger } from './validate-body.ts'

const externalId = z.string().min(1).max(191).nullish()
const count = z.preprocess((value) => value ?? 0, panelInteger(0))

const limits = z.object({
  memory: panelInteger(0),
  swap: panelInteger(-1),
  disk: panelInteger(0),
  io: panelInteger(10, 1000),
  cpu: panelInteger(0),
})
const featureLimits = z.object({ databases: count, allocations: count, backups: count })

// PHP writes an empty map as an empty list.
const environment = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
  z.record(z.string(), z.unknown()),
)

const deploy = z.object({
  locations: z.array(panelId).default([]),
  tags: z.array(z.string().min(1)).default([]),
  dedicated_ip: z.boolean(),
  port_range: z.array(z.string()).default([]),
})

const pelican = z.object({
  external_id: externalId,
  name: z.string().min(1).max(191),
  description: z.string().nullish(),
  user: panelId,
  egg: panelId,
  docker_image: z.string().max(191).optional(),
  startup: z.string().optional(),
  environment,
  limits,
  feature_limits: featureLimits,
  allocation: z.object({ default: panelId, additional: z.array(panelId).default([]) }).optional(),
  deploy: deploy.optional(),
})

export const createBodies = {
  pelican,
  pterodactyl: pelican.extend({
    docker_image: z.string().max(191),
    startup: z.string(),
    deploy: deploy.extend({ locations: z.array(panelId), port_range: z.array(z.string()) }).optional(),
  }),
}

export const detailsBody = z.object({
  external_id: externalId,
  name: z.string().min(1).max(191),
  user: panelId,
  description: z.string().nullish(),
})

const ids = z.array(panelId).default([])
const build = z.object({
  limits,
  feature_limits: featureLimits,
  add_allocations: ids,
  remove_allocations: ids,
})
export const buildBodies = {
  pterodactyl: build.extend({ allocation: panelId }),
  pelican: build.extend({ allocation: panelId.nullish() }),
}
