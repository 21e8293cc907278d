import { plainText } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const most = 10_000_000
const few = 1_000

/** The least a server takes, and what no panel offers: MB, percent of a core, pieces. */
export const resourceBounds = {
  memory: z.number().int().min(256).max(most),
  cpu: z.number().int().min(5).max(100_000),
  disk: z.number().int().min(256).max(most),
  databases: z.number().int().min(0).max(few),
  backups: z.number().int().min(0).max(few),
  allocations: z.number().int().min(1).max(few),
}

export const resourceKeys = ['memory', 'cpu', 'disk', 'databases', 'backups', 'allocations'] as const
export type ResourceKey = (typeof resourceKeys)[number]

export const serverDetails = { name: plainText(1, 32), description: plainText(0, 255) }

/** Why a server cannot be ordered; limits say `required`, `used`, `limit`. */
export const orderFailures = {
  SERVERS_NO_SLOT: 409,
  SERVERS_MEMORY_LIMIT: 409,
  SERVERS_CPU_LIMIT: 409,
  SERVERS_DISK_LIMIT: 409,
  SERVERS_DATABASES_LIMIT: 409,
  SERVERS_BACKUPS_LIMIT: 409,
  SERVERS_ALLOCATIONS_LIMIT: 409,
  SERVERS_LOCATION_UNKNOWN: 400,
  SERVERS_LOCATION_CLOSED: 409,
  SERVERS_LOCATION_FULL: 409,
  SERVERS_NO_ROOM: 409,
  SERVERS_LOCATION_VIP: 403,
  SERVERS_CATEGORY_UNKNOWN: 400,
  SERVERS_EGG_UNKNOWN: 400,
  SERVERS_EGG_VIP: 403,
  SERVERS_KEY_REUSED: 422,
  SERVERS_VARIABLE: 422,
  SERVERS_SETTINGS_AWAY: 502,
  SERVERS_EGG_BROKEN: 409,
} as const

export type OrderFailure = keyof typeof orderFailures

/** Why a customer's own order is refused; staff order in somebody's name, and are not asked for terms. */
export const ownOrderFailures = { ...orderFailures, SERVERS_TERMS: 422 } as const

/** Values of an egg's variables by their keys, as the panel takes them. */
export const environment = z
  .record(z.string().regex(/^[A-Za-z_]\w{0,190}$/), z.string().max(2000))
  .refine((values) => Object.keys(values).length <= 100)

/** A limit's failure by its resource. */
export const limitFailures = {
  memory: 'SERVERS_MEMORY_LIMIT',
  cpu: 'SERVERS_CPU_LIMIT',
  disk: 'SERVERS_DISK_LIMIT',
  databases: 'SERVERS_DATABASES_LIMIT',
  backups: 'SERVERS_BACKUPS_LIMIT',
  allocations: 'SERVERS_ALLOCATIONS_LIMIT',
} as const satisfies Record<ResourceKey, OrderFailure>

/** The least of each resource. */
export const resourceMinimum: Readonly<Record<ResourceKey, number>> = {
  memory: 256,
  cpu: 5,
  disk: 256,
  databases: 0,
  backups: 0,
  allocations: 1,
}
