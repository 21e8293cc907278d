import * as fc from 'fast-check'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createEarningWorld,
  type EarningAction,
  type EarningWorld,
  type Kill,
} from '../support/earning/earning-world.ts'
import { findEarningFaults } from '../support/earning/find-earning-faults.ts'
import { soak } from '../support/soak.ts'

const people = 5
const processes = soak(2, 1)
const everything = [
  'afk:earned',
  'links:earned',
  'redeem-codes:redeemed',
  'gifts:given',
  'j4r-servers:joined',
]
const seed = Number(process.env['EARNING_SEED'] ?? randomInt(1_000_000_000))

const action: fc.Arbitrary<EarningAction> = fc.record({
  kind: fc.constantFrom('afk', 'afk', 'link', 'link', 'replay', 'redeem', 'gift', 'gift', 'join', 'appeal'),
  other: fc.integer({ min: 0, max: people - 1 }),
  amount: fc.integer({ min: 1, max: 60 }),
  isHidden: fc.boolean(),
  triesAgain: fc.boolean(),
})
/** All of them do something at once; then staff decide, jobs run or hours pass. */
const round = fc.record({
  actions: fc.array(action, { minLength: people, maxLength: people }),
  next: fc.constantFrom('nothing', 'nothing', 'decide', 'decide', 'invite', 'jobs', 'hours'),
})
const longest = soak(40, 12)
/** By the round in which they fall. */
const kills: fc.Arbitrary<readonly [round: number, kill: Kill][]> = fc.array(
  fc.tuple(
    fc.nat({ max: longest - 3 }),
    fc.record({ process: fc.nat({ max: processes - 1 }), after: fc.integer({ min: 1, max: 12 }) }),
  ),
  { minLength: 1, maxLength: soak(10, 2) },
)

let world: EarningWorld
beforeAll(async () => {
  world = await createEarningWorld(processes)
})
afterAll(() => world.close())
beforeEach(() => console.log(`earning soak with EARNING_SEED=${seed}`))

it(
  '[ABU5] [ABU6] [AFK5] [AFK6] [LNK1] [LNK5] [REF2] [JFR1] [RDM3] pays each reward once and no more than it may, whatever everybody does at once, while processes are killed',
  { timeout: soak(1_800_000, 120_000) },
  async () => {
    const property = fc.asyncProperty(
      fc.array(round, { minLength: longest - 2, maxLength: longest }),
      kills,
      async (rounds, kills) => {
        const killIn = new Map(kills)
        await world.begin(people)
        for (const [index, { actions, next }] of rounds.entries())
          await world.play(actions, next, killIn.get(index) ?? null)
        await world.settle()
        expect(await findEarningFaults(world)).toEqual([])
      },
    )
    await fc.assert(property, { seed, numRuns: soak(12, 2), endOnFailure: true })
    console.log(`${world.kills()} kills`)
    expect(world.kills()).toBeGreaterThan(0)
    const tried = Object.keys(await world.tally())
    // A short run does not come to everything.
    expect(tried).toEqual(expect.arrayContaining(soak(everything, ['redeem-codes:redeemed'])))
  },
)
