import { z } from 'zod'

export const buildStatuses = ['pending', 'building', 'completed', 'failed'] as const
export type BuildStatus = (typeof buildStatuses)[number]

/** Why a build waits or failed; each is also a message under `reasons` and `log`. */
export const buildReasons = [
  'PANEL_UNAVAILABLE',
  'PANEL_BUSY',
  'PANEL_KEY_REFUSED',
  'PANEL_UNCLEAR',
  'SERVERS_OFF',
  'LOCATION_CLOSED',
  'OWNER_GONE',
  'OWNER_BANNED',
  'LOCATION_GONE',
  'LOCATION_VIP',
  'EGG_GONE',
  'EGG_VIP',
  'PANEL_EMAIL_TAKEN',
  'PANEL_FULL',
  'PANEL_REFUSED',
  'PANEL_MISSING',
  'TROUBLE',
  'REMOVED',
] as const
export type BuildReason = (typeof buildReasons)[number]

/** Steps in a build log; each is a message under `log`. */
export const logSteps = [
  'queued',
  'started',
  'resumed',
  'checked',
  'account-found',
  'account-created',
  'creating',
  'found',
  'completed',
  'waiting',
  'failed',
  'cleaning',
  'cleaned',
] as const
export type LogStep = (typeof logSteps)[number]

const resource = z.number().int()

/** The six resources of a server: MB, percent of a core, pieces. */
export const resourceShape = {
  memory: resource,
  cpu: resource,
  disk: resource,
  databases: resource,
  backups: resource,
  allocations: resource,
}

export type Resources = { readonly [K in keyof typeof resourceShape]: number }

/** A server that somebody wants. */
export interface BuildOrder extends Resources {
  readonly owner: string
  readonly name: string
  readonly description: string
  readonly locationId: string
  readonly categoryId: string
  readonly eggId: string
  /** The same key twice is the same order. */
  readonly requestKey: string
  /** The user who placed the order: the owner or a staff member. */
  readonly createdBy: string
  /** Ordered by staff beyond the owner's limits. */
  readonly ignoreLimits: boolean
  /** Values of the egg's variables that differ from its defaults; checked by the one who orders. */
  readonly environment?: Readonly<Record<string, string>>
}

export interface Build extends BuildOrder {
  readonly id: string
  readonly status: BuildStatus
  readonly reason: BuildReason | null
  /** The panel's own error text, for staff; never shown to customers. */
  readonly detail: string | null
  readonly lastStep: LogStep
  readonly attempts: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Resources reserved by builds in progress. */
export interface HeldResources extends Resources {
  readonly slots: number
}
