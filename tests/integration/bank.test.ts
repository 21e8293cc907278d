import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { findFaults } from '../support/bank/audit-bank.ts'
import { runClient, type LogEntry } from '../support/bank/bank-client.ts'
import { killAtRandom } from '../support/bank/kill-at-random.ts'
import { openBank } from '../support/bank/open-bank.ts'
import { createRandom } from '../support/bank/seeded-random.ts'
import { soak } from '../support/soak.ts'

const clients = soak(100, 6)
const fewestKills = soak(20, 3)
const shortest = soak(30_000, 0)
const seed = Number(process.env['BANK_SEED'] ?? randomInt(1_000_000))

const undo: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const each of undo) await each()
})

const tally = (log: readonly LogEntry[]) => {
  const counts: Record<string, number> = {}
  for (const { kind, state } of log) counts[`${kind} ${state}`] = (counts[`${kind} ${state}`] ?? 0) + 1
  return counts
}

describe('the bank', () => {
  it('[COI2] [COI5] [RDM3] [STO3] keeps its books while its processes are killed', async () => {
    console.log(`bank test with BANK_SEED=${seed}`)
    const opened = await openBank({ accounts: 8, codes: 600 })
    undo.push(opened.close)
    expect(opened.running).toEqual(expect.arrayContaining(['coins', 'earn', 'redeem-codes', 'store']))

    const log: LogEntry[] = []
    const state = { stopped: false, deadline: Number.POSITIVE_INFINITY }
    const until = { stopped: () => state.stopped, deadline: () => state.deadline }
    const customers = Array.from({ length: clients }, (_, index) =>
      runClient(opened.bank, createRandom(seed + index), log, until),
    )
    let isLongEnough = false
    void wait(shortest).then(() => (isLongEnough = true))
    const kills = await killAtRandom(
      opened,
      createRandom(seed),
      (done) => done.length >= fewestKills && isLongEnough,
    )
    await Promise.all([opened.server.untilUp(), opened.worker.untilUp()])
    state.stopped = true
    state.deadline = Date.now() + 20_000
    await Promise.all(customers)
    // An abandoned attempt ends within the statement time-out.
    await wait(1_000)

    console.log(`${kills.length} kills (${kills.join(' ')})`, tally(log))
    const database = await opened.connect()
    const faults = await findFaults(database, log).finally(() => database.end())
    expect(faults).toEqual([])
    const acknowledged = new Set(log.filter((each) => each.state === 'acknowledged').map(({ kind }) => kind))
    expect(acknowledged).toEqual(new Set(['transfer', 'redemption', 'purchase']))
  })
})
