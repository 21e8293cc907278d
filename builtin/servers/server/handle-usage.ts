import { readAnyUsageHistory, readUsageHistory, type UsageSpan } from '@spawnpoint/contracts/servers'
import { answer } from '@spawnpoint/sdk/server'
import { findWatched, type Watcher } from './find-watched.ts'
import { serverUses, type ServerUses } from './server-uses.ts'
import { listUsage } from './usage-queries.ts'

/** Measurements of a server, for those who may watch it live. */
const showUsage = async (services: ServerUses, watcher: Watcher, span: UsageSpan) => {
  const { id } = await findWatched(services, watcher)
  const { rows, ...reply } = await listUsage(services.db.orm, id, span, services.clock.now())
  return {
    ...reply,
    at: rows.map(({ at }) => at.getTime()),
    cpu: { average: rows.map((row) => row.cpuAverage), highest: rows.map((row) => row.cpuHighest) },
    memory: { average: rows.map((row) => row.memoryAverage), highest: rows.map((row) => row.memoryHighest) },
    disk: { average: rows.map((row) => row.diskAverage), highest: rows.map((row) => row.diskHighest) },
    received: {
      average: rows.map((row) => row.receivedAverage),
      highest: rows.map((row) => row.receivedHighest),
    },
    sent: { average: rows.map((row) => row.sentAverage), highest: rows.map((row) => row.sentHighest) },
  }
}

export const handleReadUsageHistory = answer(
  readUsageHistory,
  serverUses,
  ({ actor, params: { id }, query: { span }, fail, ...services }) => {
    const exceedsOwn = () => fail('NOT_FOUND')
    return showUsage(services, { actor, id, isStaff: false, fail, exceedsOwn }, span)
  },
)

export const handleReadAnyUsageHistory = answer(
  readAnyUsageHistory,
  serverUses,
  ({ actor, params: { id }, query: { span }, fail, ...services }) => {
    const exceedsOwn = () => fail('SERVERS_EXCEEDS_OWN')
    return showUsage(services, { actor, id, isStaff: true, fail, exceedsOwn }, span)
  },
)
