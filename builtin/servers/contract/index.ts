import { defineEvent, defineService, userId, type OpenTransaction } from '@spawnpoint/sdk/common'
import type { Build, BuildOrder } from '@spawnpoint/contracts/server-queue'
import { z } from 'zod'
import type { ServerItem } from './endpoints.ts'

export {
  ServerImport,
  type LimitsToImport,
  type ServerToImport,
  type ImportObstacle,
  type ImportPlace,
  type ServerImportService,
} from './server-import.ts'
export { Allowances, type Allowance, type AllowancesService } from './allowances.ts'
export {
  changeProblems,
  createServer,
  deleteServer,
  dismissBuild,
  eggVariables,
  findPlaces,
  getServer,
  listServers,
  serverLimits,
  serverOptions,
  serverStatuses,
  updateServer,
  type Limits,
  type PanelState,
  type QueuedItem,
  type ServerItem,
} from './endpoints.ts'
export {
  limitFailures,
  orderFailures,
  resourceKeys,
  resourceMinimum,
  type OrderFailure,
  type ResourceKey,
} from './schemas.ts'
export {
  listGameStates,
  readAnyServer,
  sendAnyCommand,
  sendAnyPower,
  sendCommand,
  sendPower,
  watchAnyConsole,
  watchConsole,
} from './console.ts'
export { adoptServer, readForeignServer } from './adoption.ts'
export { latencyPath } from './latency.ts'
export {
  pluginGrantBounds,
  ServerControl,
  ServerGrants,
  type AllowanceGrantAnswer,
  type AllowanceGrantRequest,
  type ControlledServer,
  type ExtensionAnswer,
  type ExtensionRequest,
  type ServerControlService,
  type ServerGrantsService,
  type SuspensionAnswer,
} from './plugin-services.ts'
export { ServerPlaces, type ServerPlacesService } from './places.ts'
export { readAnyHistory, readHistory, readRenewal, renewServer, setAutoRenewal } from './renewal.ts'
export { MOST_LIMIT, serverSettings } from './settings.ts'
export {
  changeUserLimits,
  limitKeys,
  readUserLimits,
  type LimitAmounts,
  type LimitKey,
} from './user-limits.ts'
export { checkEgg, listBrokenEggs } from './egg-troubles.ts'
export { readServerFigures } from './figures.ts'
export { historyKinds, type HistoryKind } from './history.ts'
export {
  bulkActions,
  bulkStates,
  deleteAnyServer,
  differences,
  expiries,
  findReceivers,
  listAllServers,
  listedStates,
  listBulks,
  listDifferences,
  listForeign,
  readBulk,
  readComparison,
  readServerOverview,
  startBulk,
  startComparison,
  transferServer,
  type BulkAction,
  type StaffServer,
} from './staff-servers.ts'
export { readAnyUsageHistory, readUsageHistory, usageSpans, type UsageSpan } from './usage.ts'
export { listUserServers, suspendUserServer, type UserServer } from './user-servers.ts'

/** A build that stands on the panel. */
export interface FinishedBuild {
  readonly build: Omit<Build, 'reason' | 'detail'>
  readonly panelId: number
  readonly identifier: string
  /** `host:port` where players join; null where the panel did not say. */
  readonly address: string | null
}

/** An order, and whether its owner may use VIP places: looked up before the transaction, which holds its one connection. */
export interface ServerOrder extends BuildOrder {
  readonly vip: boolean
}

/** A server as plugins beside this one see it. */
export type OwnedServer = Omit<ServerItem, 'location' | 'category' | 'egg' | 'wanted' | 'buildId' | 'version'>

/** Days that staff or an added plugin give to a server. */
export interface ServerExtension {
  readonly server: string
  /** The owner at that time: a server that was transferred since gets nothing. */
  readonly owner: string
  readonly days: number
  /** Null where a plugin gives them. */
  readonly actor: string | null
  /** The owner reads it in the history of the server. */
  readonly reason: string
}

export interface ServersService {
  /**
   * Moves the expiry as a renewal of that many days would, without a payment, in the caller's transaction; what stood
   * still because it expired runs again. False where the server is not there, is another's, or does not expire.
   */
  extend(tx: OpenTransaction, extension: ServerExtension): Promise<boolean>
  /** The users among these who own a server. */
  ownersAmong(users: readonly string[]): Promise<ReadonlySet<string>>
  /** The live servers of a customer, also those that are being deleted, oldest first. */
  ownedBy(user: string): Promise<readonly OwnedServer[]>
  /**
   * Asks the panel whether it builds a server of the egg with these values. To be awaited before the transaction of
   * `order`, which holds a lock. Throws the failures of `orderFailures`.
   */
  checkGame(order: Pick<BuildOrder, 'eggId' | 'environment'>): Promise<void>
  /**
   * Checks limits, slots, places and rights under lock, and queues the order, all in the caller's transaction.
   * Throws the failures of `orderFailures`.
   */
  order(tx: OpenTransaction, order: ServerOrder): Promise<{ readonly id: string }>
  /** Takes over a finished build, in the transaction that ends it: what was reserved is now used. */
  receive(tx: OpenTransaction, finished: FinishedBuild): Promise<void>
}

export const Servers = defineService<ServersService>('servers.servers')

const serverFact = z.object({ id: z.uuid(), owner: userId })
export const serverCreated = defineEvent('servers:created', serverFact)
export const serverDeleted = defineEvent('servers:deleted', serverFact)
