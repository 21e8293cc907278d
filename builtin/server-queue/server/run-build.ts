import type { PanelServer } from '@spawnpoint/contracts/panel'
import { buildCompleted } from '@spawnpoint/contracts/server-queue'
import { addLine, claimBuild, createLease, type Lease } from './build-lease.ts'
import { BuildStopped, LeaseLost, outcomeOf } from './build-outcome.ts'
import { checkOpen, checkOrder } from './check-order.ts'
import { findBuildAccount } from './panel-account.ts'
import type { QueueUses } from './queue-uses.ts'
import { queueNextOf, settleBuild } from './settle-build.ts'
import type { BuildRecord } from './tables.ts'

const serversOffWaitMs = 60_000

const needServers = ({ servers }: QueueUses) => {
  const service = servers.get()
  if (!service) throw new BuildStopped('wait', 'SERVERS_OFF', { afterMs: serversOffWaitMs })
  return service
}

const sizeOf = ({ memory, disk, cpu, databases, backups, allocations }: BuildRecord) => ({
  memory,
  disk,
  cpu,
  databases,
  backups,
  allocations,
})

const findEarlier = async (uses: QueueUses, { build }: Lease): Promise<PanelServer | null> =>
  build.creationSent ? (await uses.panel.current()).findServerByExternalId(build.id) : null

const createServer = async (uses: QueueUses, lease: Lease): Promise<PanelServer> => {
  const { build } = lease
  const order = await checkOrder(uses, build)
  checkOpen(order)
  needServers(uses)
  await lease.reach('checked')
  const panel = await uses.panel.current()
  const { user, created } = await findBuildAccount(panel, order.owner)
  await lease.reach(created ? 'account-created' : 'account-found')
  // Written before it is sent: after any doubt the next attempt looks before it creates.
  await lease.reach('creating', { creationSent: true })
  return panel.createServer({
    ...sizeOf(build),
    externalId: build.id,
    userId: user.id,
    name: build.name,
    description: build.description,
    nestId: order.category.panelNestId,
    eggId: order.egg.panelEggId,
    locationId: order.location.panelLocationId,
    environment: build.environment,
  })
}

/** The reservation becomes a server in one transaction: no moment in which neither counts. */
const completeBuild = (uses: QueueUses, lease: Lease, server: PanelServer) =>
  uses.db.orm.transaction(async (tx) => {
    const { build } = lease
    const { id: panelId, identifier, address } = server
    await needServers(uses).receive(tx, { build, panelId, identifier, address })
    await lease.write(tx, {
      status: 'completed',
      leaseUntil: null,
      reason: null,
      detail: null,
      lastStep: 'completed',
      creationSent: true,
      panelServerId: panelId,
    })
    await addLine(tx, build.id, uses.clock.now(), { step: 'completed' })
    await uses.events.emit(tx, buildCompleted, { id: build.id, owner: build.owner })
  })

const attempt = async (uses: QueueUses, lease: Lease) => {
  const earlier = await findEarlier(uses, lease)
  if (earlier) {
    // The order may have become impossible since: then what was built is taken away again.
    await checkOrder(uses, lease.build)
    await lease.reach('found')
  }
  await completeBuild(uses, lease, earlier ?? (await createServer(uses, lease)))
}

/** One attempt at a build. Safe to run twice, late, or in two processes. */
export const runBuild = async (uses: QueueUses, id: string): Promise<void> => {
  const claimed = await claimBuild(uses, id)
  if (!claimed) return
  const lease = createLease(uses, claimed)
  const release = lease.hold()
  try {
    await attempt(uses, lease)
  } catch (error) {
    if (error instanceof LeaseLost) return
    const outcome = outcomeOf(error)
    if (outcome.reason === 'TROUBLE')
      uses.log.error({ err: error, build: id }, 'a build met something unforeseen')
    if (outcome.kind === 'fail')
      uses.log.warn({ build: id, reason: outcome.reason, detail: outcome.detail }, 'build failed')
    await settleBuild(uses, lease, outcome)
  } finally {
    release()
  }
  await queueNextOf(uses, claimed.owner)
}
