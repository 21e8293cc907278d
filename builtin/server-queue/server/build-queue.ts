import { buildQueued, type BuildQueueService } from '@spawnpoint/contracts/server-queue'
import { asTransaction } from '@spawnpoint/sdk/resource/server'
import { addLine } from './build-lease.ts'
import {
  countActiveIn,
  countByLocation,
  deleteUnbuilt,
  findEarlier,
  insertBuild,
  listBuildsOf,
  sumHeld,
} from './build-queries.ts'
import type { QueueUses } from './queue-uses.ts'

/** The queue as other plugins see it. */
export const createBuildQueue = ({ db, jobs, events, clock }: QueueUses): BuildQueueService => ({
  async enqueue(open, order) {
    const tx = asTransaction(open)
    const now = clock.now()
    const id = await insertBuild(tx, order, now)
    if (id === null) {
      const earlier = await findEarlier(tx, order)
      if (!earlier) throw new Error('a build was neither inserted nor there before')
      return { id: earlier.id }
    }
    await addLine(tx, id, now, { step: 'queued' })
    await events.emit(tx, buildQueued, { id, owner: order.owner })
    await jobs.add('build', { build: id }, { tx, key: `build:${id}` })
    return { id }
  },
  findEarlier: (tx, order) => findEarlier(asTransaction(tx), order),
  held: (tx, owner) => sumHeld(asTransaction(tx), owner),
  countAt: (tx, location) => countActiveIn(asTransaction(tx), 'locationId', location),
  countByLocation: () => countByLocation(db.orm),
  listOf: (owner) => listBuildsOf(db.orm, owner),
  dismiss: (tx, owner, id) => deleteUnbuilt(asTransaction(tx), owner, id),
})
