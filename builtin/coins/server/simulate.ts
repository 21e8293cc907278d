import type { EconomyRule } from '@spawnpoint/contracts/coins'
import { habitOf, type Habit, type PopulationSample } from './simulated-habits.ts'
import { createSimulatedLedger, type SimulatedLedger } from './simulated-ledger.ts'
import { createRandom, mixSeed } from './simulation-random.ts'

const dayMs = 86_400_000
/** When people begin what they do on a day. */
const MORNING = 8 * 3_600_000
/** When what runs is renewed, and what waited for the end of the day is paid. */
const EVENING = 23 * 3_600_000
const STREAM_OF_PEOPLE = 0x9e37

export interface SimulationPlan {
  readonly rules: readonly EconomyRule[]
  readonly habits: ReadonlyMap<string, Habit>
  readonly population: PopulationSample
  readonly days: number
  readonly runs: number
  readonly seed: number
}

/** One thing that a simulated person did, or tried to do. */
export interface Act {
  readonly day: number
  readonly rule: number
  readonly account: number
  /** Milliseconds of a time rule, the moment a task starts at, coins of a gift, the first expiry of a renewal; else 0. */
  readonly amount: number
  readonly done: boolean
  /** The account that gets a gift, or was invited. */
  readonly other?: number
}

/** Does what one person does under one rule on a day; `draw` is between 0 and 1 and decides how much. */
type Doing = (account: number, draw: number) => void

interface Scene {
  readonly ledger: SimulatedLedger
  readonly watch: ((act: Act) => void) | undefined
  day: number
}
type DoingOf<T extends EconomyRule['type']> = (
  scene: Scene,
  rule: number,
  given: Extract<EconomyRule, { type: T }>,
  habit: Habit,
) => Doing

/** On average so many times, and at least once. */
const timesOf = (mean: number, draw: number) => {
  const whole = Math.floor(mean)
  return whole + (draw < mean - whole ? 1 : 0)
}

const spread = (mean: number, draw: number) => -Math.log(1 - draw) * mean

const time: DoingOf<'time'> =
  (scene, rule, given, { amount }) =>
  (account, draw) => {
    // Whole half minutes: a heartbeat of the page counts about that much.
    const ms = Math.min(dayMs, Math.max(1, Math.round(spread(amount, draw) / 30_000)) * 30_000)
    const counted = scene.ledger.time(rule, given, account, scene.day, ms)
    scene.watch?.({ day: scene.day, rule, account, amount: counted, done: counted === ms })
  }

const task: DoingOf<'task'> =
  (scene, rule, given, { amount }) =>
  (account, draw) => {
    const { ledger, day } = scene
    let at = day * dayMs + MORNING + Math.floor(draw * 3_600_000)
    for (let left = timesOf(amount, draw); left > 0; left -= 1) {
      const endsAt = ledger.taskEnd(rule, given, account, at)
      if (endsAt >= (day + 1) * dayMs) return
      const startsAt = endsAt - given.durationMs
      const done = ledger.task(rule, given, account, startsAt, endsAt)
      scene.watch?.({ day, rule, account, amount: startsAt, done })
      if (!done) return
      at = endsAt
    }
  }

const once: DoingOf<'once'> = (scene, rule, given) => (account) => {
  const done = scene.ledger.once(rule, given, account, scene.day * dayMs + MORNING)
  scene.watch?.({ day: scene.day, rule, account, amount: 0, done })
}

const invite: DoingOf<'invite'> = (scene, rule, given) => (account) => {
  const { ledger, day } = scene
  const invited = ledger.open(0)
  if (invited === null) return
  ledger.invite(rule, given, account, invited, day * dayMs + MORNING)
  scene.watch?.({ day, rule, account, amount: 0, done: true, other: invited })
}

/** Accounts of the beginning are somewhere in their period, later ones at the start of it. */
const renewal: DoingOf<'renewal'> =
  (scene, rule, given, { amount }) =>
  (account, draw) => {
    const { ledger, day } = scene
    const now = day * dayMs + EVENING
    const own = ledger.renewals(rule)
    if (!own.hasBegun(account)) {
      const until = now + Math.round((day === 0 ? draw : 1) * given.everyMs)
      own.begin(account, timesOf(amount, draw), until)
      return scene.watch?.({ day, rule, account, amount: until, done: true })
    }
    const done = ledger.renew(rule, given, account, now)
    if (done !== null) scene.watch?.({ day, rule, account, amount: 0, done })
  }

const purchase: DoingOf<'purchase'> =
  (scene, rule, given, { amount }) =>
  (account, draw) => {
    for (let left = timesOf(amount, draw); left > 0; left -= 1) {
      const done = scene.ledger.buy(rule, given, account)
      scene.watch?.({ day: scene.day, rule, account, amount: 0, done })
      if (!done) return
    }
  }

const gift: DoingOf<'gift'> =
  (scene, rule, given, { size }) =>
  (account, draw) => {
    const others = scene.ledger.accounts() - 1
    if (others < 1) return
    const to = (account + 1 + Math.floor(draw * others)) % (others + 1)
    const coins = Math.min(given.most, Math.max(given.least, Math.round(spread(size, draw))))
    const done = scene.ledger.give(rule, given, account, to, coins)
    scene.watch?.({ day: scene.day, rule, account, amount: coins, done, other: to })
  }

function doingOf(scene: Scene, rule: number, given: EconomyRule, habit: Habit): Doing {
  switch (given.type) {
    case 'time':
      return time(scene, rule, given, habit)
    case 'task':
      return task(scene, rule, given, habit)
    case 'once':
      return once(scene, rule, given, habit)
    case 'invite':
      return invite(scene, rule, given, habit)
    case 'purchase':
      return purchase(scene, rule, given, habit)
    case 'renewal':
      return renewal(scene, rule, given, habit)
    case 'gift':
      return gift(scene, rule, given, habit)
  }
}

const hashOf = (text: string) => mixSeed(...Array.from(text, (each) => each.charCodeAt(0)))

/** Each rule draws its own numbers on each day, so that a change of one rule moves those of no other. */
const streamsOf = (rules: readonly EconomyRule[]) =>
  rules.map(({ kind }, index) => {
    const before = rules.slice(0, index).filter((each) => each.kind === kind).length
    return mixSeed(hashOf(kind), before)
  })

/** Room for the accounts that join by invitation. */
const roomOf = ({ balances: { length } }: PopulationSample) => length + Math.max(3, Math.ceil(length / 4))

/** Opens the accounts of the sample; answers how keen each person is: the keenest follow every rule that is followed. */
function settlePeople(ledger: SimulatedLedger, population: PopulationSample, seed: number): Float64Array {
  const random = createRandom(mixSeed(seed, STREAM_OF_PEOPLE))
  const { balances } = population
  const first = Math.floor(random() * balances.length)
  for (let each = 0; each < balances.length; each += 1)
    ledger.open(balances[(each + first) % balances.length] ?? 0)
  return Float64Array.from({ length: roomOf(population) }, random)
}

/** One run: every day each person does what their habits say, under the rules. */
export function runOnce(
  { rules, habits, population, days, seed }: Omit<SimulationPlan, 'runs'>,
  eachDay: (ledger: SimulatedLedger, day: number) => void,
  watch?: (act: Act) => void,
): SimulatedLedger {
  const ledger = createSimulatedLedger(rules, roomOf(population))
  const keenness = settlePeople(ledger, population, seed)
  const scene: Scene = { ledger, watch, day: 0 }
  const streams = streamsOf(rules)
  const followed = rules.map((given, rule) => {
    const habit = habitOf(habits, given)
    return { ...habit, stream: streams[rule] ?? 0, act: doingOf(scene, rule, given, habit) }
  })
  for (let day = 0; day < days; day += 1) {
    scene.day = day
    for (const { share, chance, stream, act } of followed) {
      const random = createRandom(mixSeed(seed, stream, day))
      const accounts = ledger.accounts()
      for (let account = 0; account < accounts; account += 1) {
        if ((keenness[account] ?? 1) >= share) continue
        const drawn = random()
        // Below the chance the number is again spread evenly.
        if (drawn < chance) act(account, drawn / chance)
      }
    }
    ledger.payInvitations(day * dayMs + EVENING)
    eachDay(ledger, day)
  }
  return ledger
}

/** The values that 10, 50 and 90 of 100 runs stay below, day by day. */
const bandOf = (values: Float64Array, days: number, runs: number) => {
  const band = { low: [] as number[], middle: [] as number[], high: [] as number[] }
  for (let day = 0; day < days; day += 1) {
    const sorted = values.subarray(day * runs, (day + 1) * runs).sort()
    const at = (share: number) => Math.round(sorted[Math.floor(share * (runs - 1))] ?? 0)
    band.low.push(at(0.1))
    band.middle.push(at(0.5))
    band.high.push(at(0.9))
  }
  return band
}

const medianOf = (balances: Float64Array, count: number, room: Float64Array): number => {
  const own = room.subarray(0, count)
  own.set(balances.subarray(0, count))
  own.sort()
  return own[Math.ceil(count / 2) - 1] ?? 0
}

/** Rewards that all accounts share are shared by fewer. */
const scaleUses = (rule: EconomyRule, scale: number): EconomyRule =>
  rule.type === 'once' && rule.uses !== null ? { ...rule, uses: Math.round(rule.uses / scale) } : rule

/** All runs under one set of rules; coins are scaled from the simulated accounts to those of the instance. */
export function simulate(plan: SimulationPlan) {
  const { rules, population, days, runs, seed } = plan
  const simulated = Math.max(1, population.balances.length)
  const scale = Math.max(1, population.accounts / simulated)
  const scaled = rules.map((rule) => scaleUses(rule, scale))
  const [supply, median] = [new Float64Array(days * runs), new Float64Array(days * runs)]
  const room = new Float64Array(roomOf(population))
  const sums = new Map(rules.map(({ kind }) => [kind, { issued: 0, removed: 0 }]))
  for (let run = 0; run < runs; run += 1) {
    const { totals } = runOnce({ ...plan, rules: scaled, seed: mixSeed(seed, run) }, (ledger, day) => {
      supply[day * runs + run] = ledger.supply() * scale
      median[day * runs + run] = medianOf(ledger.balances, ledger.accounts(), room)
    })
    rules.forEach(({ kind }, index) => {
      const [sum, total] = [sums.get(kind), totals[index]]
      if (!sum || !total) return
      sum.issued += total.issued
      sum.removed += total.removed
    })
  }
  const mean = (total: number) => Math.round((total * scale) / runs)
  return {
    supply: bandOf(supply, days, runs),
    median: bandOf(median, days, runs),
    kinds: [...sums].map(([kind, { issued, removed }]) => ({
      kind,
      issued: mean(issued),
      removed: mean(removed),
    })),
  }
}

export type Outcome = ReturnType<typeof simulate>
