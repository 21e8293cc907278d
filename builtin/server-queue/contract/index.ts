import { defineEvent, defineService, userId, type OpenTransaction } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import type { Build, BuildOrder, HeldResources } from './schemas.ts'

export {
  buildReasons,
  buildStatuses,
  logSteps,
  type Build,
  type BuildOrder,
  type BuildReason,
  type BuildStatus,
  type HeldResources,
  type LogStep,
  type Resources,
} from './schemas.ts'
export {
  buildOptions,
  countBuilds,
  createBuild,
  findOwners,
  getBuild,
  listBuilds,
  listLogs,
  removeBuild,
  retryBuild,
  type BuildRow,
  type LogLine,
} from './endpoints.ts'

/** The line in which servers wait until they are built on the panel. */
export interface BuildQueueService {
  /** Queues the order; one with a key that the owner has used before is that earlier one: ask `findEarlier` first. */
  enqueue(tx: OpenTransaction, order: BuildOrder): Promise<{ readonly id: string }>
  /** The owner's earlier order with the key of this one, and whether it asked for the same. */
  findEarlier(
    tx: OpenTransaction,
    order: BuildOrder,
  ): Promise<{ readonly id: string; readonly isSame: boolean } | null>
  /** Resources reserved by the owner's pending and building entries. */
  held(tx: OpenTransaction, owner: string): Promise<HeldResources>
  /** How many slots of a location pending and building entries take. */
  countAt(tx: OpenTransaction, location: string): Promise<number>
  /** The same for all locations at once. */
  countByLocation(): Promise<ReadonlyMap<string, number>>
  /** A customer's pending, building and failed entries, oldest first. */
  listOf(owner: string): Promise<readonly Build[]>
  /** Deletes an entry of the owner that failed, or that waits and of which the panel knows nothing. */
  dismiss(tx: OpenTransaction, owner: string, id: string): Promise<boolean>
}

export const BuildQueue = defineService<BuildQueueService>('server-queue.build-queue')

const buildFact = z.object({ id: z.uuid(), owner: userId })
export const buildQueued = defineEvent('server-queue:queued', buildFact)
export const buildCompleted = defineEvent('server-queue:completed', buildFact)
export const buildFailed = defineEvent('server-queue:failed', buildFact.extend({ reason: z.string() }))
export { queueSettings } from './settings.ts'
