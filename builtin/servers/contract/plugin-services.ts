import { defineService, type ForPlugins } from '@spawnpoint/sdk/common'
import type { Allowance } from './allowances.ts'
import type { ServerItem } from './endpoints.ts'

/** The most that one call gives or takes back of a limit, and the most days of one extension. */
export const pluginGrantBounds = { amount: 1_000_000, days: 365 } as const

/** A server as added plugins see it. */
export interface ControlledServer extends Pick<
  ServerItem,
  'id' | 'name' | 'identifier' | 'status' | 'memory' | 'cpu' | 'disk' | 'expiresAt' | 'createdAt'
> {
  /** Id of the user. */
  readonly owner: string
  /** Whether this plugin suspended it. */
  readonly suspendedHere: boolean
}

/** `unknown`: no server has this id, or it is being deleted. `suspended`: staff or another plugin did that. */
export type SuspensionAnswer =
  | { readonly ok: true; readonly repeated: boolean }
  | { readonly ok: false; readonly reason: 'unknown' | 'suspended' }

/** Reading and suspending servers in the name of an added plugin. Requests that are none reject with `E_SERVICE_REQUEST`. */
export interface ServerControlService {
  /** Null where no server has this id. */
  find(id: string): Promise<ControlledServer | null>
  /** The servers of a user, oldest first. */
  ownedBy(user: string): Promise<readonly ControlledServer[]>
  /** Stops the server until this plugin or staff let it run again. Its owner reads the reason, after the name of the plugin. */
  suspend(request: { readonly server: string; readonly reason: string }): Promise<SuspensionAnswer>
  /** Lets a server run again that this plugin suspended, and no other one. */
  resume(request: { readonly server: string }): Promise<SuspensionAnswer>
}

export const ServerControl = defineService<ForPlugins<ServerControlService>>('servers.control')

export interface AllowanceGrantRequest {
  /** Id of the user. */
  readonly user: string
  /** Amounts that are added to the limits; below zero takes back what the plugin gave. Memory and disk in MB, CPU in percent of a core. */
  readonly change: Partial<Allowance>
  /** The same key gives once. */
  readonly key: string
}

export type AllowanceGrantAnswer =
  | { readonly ok: true; readonly repeated: boolean; readonly allowance: Allowance }
  /** `not-given`: more would be taken back than this plugin gave. `full`: a limit can't be raised further. */
  | { readonly ok: false; readonly reason: 'unknown' | 'not-given' | 'full' | 'key-reused' }

export interface ExtensionRequest {
  /** Id of the server. */
  readonly server: string
  readonly days: number
  /** The same key extends once. */
  readonly key: string
}

export type ExtensionAnswer =
  | { readonly ok: true; readonly repeated: boolean; readonly expiresAt: string | null }
  /** `no-expiry`: it doesn't expire, or changes its owner right now. */
  | { readonly ok: false; readonly reason: 'unknown' | 'no-expiry' | 'key-reused' }

/** Limits and days of servers, given in the name of an added plugin. Requests that are none reject with `E_SERVICE_REQUEST`. */
export interface ServerGrantsService {
  add(request: AllowanceGrantRequest): Promise<AllowanceGrantAnswer>
  /** The limits that this plugin has given a user in total. */
  given(user: string): Promise<Allowance>
  /** Moves the expiry as a renewal of that many days would, without a payment. */
  extend(request: ExtensionRequest): Promise<ExtensionAnswer>
}

export const ServerGrants = defineService<ForPlugins<ServerGrantsService>>('servers.grants')
