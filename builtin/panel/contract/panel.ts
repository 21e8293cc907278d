import type { GameState, GameStats, PowerSignal } from './console.ts'
import type { PanelFailure } from './panel-error.ts'

export type PanelDialect = 'pterodactyl' | 'pelican'

export type PanelHealth =
  | { ok: true; latencyMs: number }
  | { ok: false; reason: PanelFailure; detail: string; retryAfterMs: number | undefined }

export type PanelLocation = { id: number; name: string; description: string }
/** Room for new servers on one node, in MB and in percent of a core; 0 while it takes none. */
export type PanelRoom = { nodeId: number; locationId: number; memory: number; disk: number; cpu: number }
export type PanelNest = { id: number; name: string; description: string }
export type PanelEggSummary = { id: number; nestId: number; name: string; description: string }
export type PanelEggVariable = {
  name: string
  description: string
  key: string
  defaultValue: string
  rules: string[]
  userViewable: boolean
  userEditable: boolean
}
export type PanelEgg = PanelEggSummary & {
  dockerImage: string
  startup: string
  variables: PanelEggVariable[]
}

export type PanelUser = {
  id: number
  externalId: string | null
  uuid: string
  username: string
  email: string
  firstName: string
  lastName: string
  /** An administrator of the panel. */
  admin: boolean
}
export type NewPanelUser = {
  externalId: string
  email: string
  username: string
  firstName: string
  lastName: string
  password?: string
}
export type PanelUserChange = Partial<Omit<NewPanelUser, 'externalId'>> & { externalId?: string | null }

export type PanelServerState = 'ready' | 'installing' | 'install-failed' | 'suspended' | 'restoring-backup'

/** Memory and disk in MB, CPU in percent of one core. */
export type PanelResources = {
  memory: number
  disk: number
  cpu: number
  databases: number
  backups: number
  allocations: number
}
export type PanelTuning = { swap: number; io: number }
export type PanelServer = {
  id: number
  externalId: string | null
  uuid: string
  identifier: string
  name: string
  description: string
  state: PanelServerState
  suspended: boolean
  resources: PanelResources
  /** Set by staff on the panel, not by us: swap in MB, and the weight of its disk access. */
  tuning: PanelTuning
  userId: number
  /** The external id of its owner; null where the owner has none, undefined where the panel did not say. */
  ownerExternalId: string | null | undefined
  nodeId: number
  /** Null where the panel did not say. */
  locationId: number | null
  nestId: number | null
  eggId: number
  allocationId: number | null
  /** `host:port` of the first port. */
  address: string | null
  createdAt: string
}
export type NewPanelServer = PanelResources & {
  externalId: string
  userId: number
  name: string
  description: string
  nestId: number
  eggId: number
  locationId: number
  /** Values of the egg's variables that its owner may set; its own defaults where left out. */
  environment?: Readonly<Record<string, string>>
}
export type PanelServerDetails = {
  name?: string
  description?: string
  userId?: number
  externalId?: string
}
export type PanelUserPage = { users: PanelUser[]; page: number; pages: number; total: number }
export type PanelServerPage = { servers: PanelServer[]; page: number; pages: number; total: number }

/** State and use of a game as the panel says them; it keeps an answer for 20 seconds. */
export interface PanelUsage {
  readonly state: GameState | null
  readonly use: Omit<GameStats, 'at'>
}

/** The calls with a client key, by the server's long id. Every method may throw a `PanelError`. */
export type PanelLive = {
  /** Where the node's socket is, the token that opens it, and the origin that it expects. */
  openSocket(uuid: string): Promise<{ socket: string; token: string; origin: string }>
  usage(uuid: string): Promise<PanelUsage>
  power(uuid: string, signal: PowerSignal): Promise<void>
  /** A game that does not run is a `conflict` with the code `SERVER_OFFLINE`. */
  command(uuid: string, command: string): Promise<void>
}

/** The game panel, whichever dialect it speaks. Every method may throw a `PanelError`; `health` never throws. */
export type Panel = {
  readonly dialect: PanelDialect
  /** Null without a client key. */
  readonly live: PanelLive | null
  health(): Promise<PanelHealth>

  listLocations(): Promise<PanelLocation[]>
  /** One entry per node; those that take no servers are left out. */
  listRoom(): Promise<PanelRoom[]>
  /** Ports of a node that no server has: a new server needs one. */
  countFreePorts(nodeId: number): Promise<number>
  listNests(): Promise<PanelNest[]>
  listEggs(nestId: number): Promise<PanelEggSummary[]>
  getEgg(nestId: number, eggId: number): Promise<PanelEgg>

  /** By external id first, then by e-mail. */
  findUser(by: { externalId?: string; email?: string }): Promise<PanelUser | null>
  createUser(user: NewPanelUser): Promise<PanelUser>
  updateUser(id: number, change: PanelUserChange): Promise<PanelUser>
  deleteUser(id: number): Promise<void>
  listUsers(query?: { page?: number }): Promise<PanelUserPage>

  createServer(server: NewPanelServer): Promise<PanelServer>
  findServerByExternalId(externalId: string): Promise<PanelServer | null>
  getServer(id: number): Promise<PanelServer>
  listServers(query?: { page?: number }): Promise<PanelServerPage>
  updateServerBuild(id: number, resources: PanelResources): Promise<PanelServer>
  updateServerDetails(id: number, details: PanelServerDetails): Promise<PanelServer>
  suspendServer(id: number): Promise<void>
  unsuspendServer(id: number): Promise<void>
  /** A server that is not there counts as deleted; with `force` also one whose node does not answer the panel. */
  deleteServer(id: number, options?: { readonly force?: boolean }): Promise<void>
}
