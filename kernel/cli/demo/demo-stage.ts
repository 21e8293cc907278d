import type { AnyEndpoint, CallOf, ReplyOf } from '@spawnpoint/sdk/common'
import type { DemoPerson, DemoStage } from '@spawnpoint/sdk/server'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningServer } from '../start-server.ts'
import { createDemoCaller } from './demo-caller.ts'
import type { DemoGuest } from './demo-links.ts'
import type { MovableClock } from './movable-clock.ts'
import { createPast } from './past-moments.ts'
import { createPlannedWork } from './planned-work.ts'
import { createRandom } from './seeded-random.ts'

const PATIENCE_MS = 600_000
const LOOK_EVERY_MS = 50

/** Account that gets a log-in link, as stored between starts. */
export type DemoRole = DemoGuest

async function until<R>(what: string, ask: () => Promise<R | null | false>): Promise<R> {
  const giveUpAt = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await ask()
    if (answer !== null && answer !== false) return answer
    if (Date.now() > giveUpAt) throw new Error(`E_DEMO_WAIT: waited in vain until ${what}`)
    await pause(LOOK_EVERY_MS)
  }
}

/** Services for the plugins' demo data, and the state they keep for the next start. */
export function createDemoStage(
  server: RunningServer,
  clock: MovableClock,
  { seed, password }: { readonly seed: number; readonly password: string },
) {
  const { random, uuid } = createRandom(seed)
  const people = new Map<string, DemoPerson>()
  const roles: DemoRole[] = []
  const signIns: DemoPerson[] = []
  const caller = createDemoCaller(server)
  const { runner } = server.core
  const past = createPast(random, new Date())
  const planned = createPlannedWork(server.core.pool)

  const withoutJobs: DemoStage['withoutJobs'] = async (work) => {
    await runner.stop()
    try {
      return await work()
    } finally {
      await runner.start()
    }
  }
  const stage: DemoStage = {
    random,
    uuid,
    join: (person) => void people.set(person.username, person),
    leave: ({ username }) => void people.delete(username),
    people: (part) => [...people.values()].filter((person) => person.part === part),
    person(username) {
      const found = people.get(username)
      if (!found) throw new Error(`E_DEMO_NOBODY: ${username} has not joined the demonstration`)
      return found
    },
    at: (moment, work) => clock.at(moment, work),
    past,
    plan: planned.plan,
    call: <E extends AnyEndpoint>(person: DemoPerson, endpoint: E, input: Omit<CallOf<E>, 'signal'> = {}) =>
      // The answer has the shape that the endpoint declares: the server parsed it with that schema.
      caller.call(person.id, endpoint, input) as Promise<ReplyOf<E>>,
    until,
    withoutJobs,
    offerSignIn(role, person, start = '/') {
      roles.push({ role, user: person.id, username: person.username, start })
      signIns.push(person)
    },
    signIns: () => signIns,
    password,
  }
  return { stage, roles, runPlanned: () => withoutJobs(planned.run), close: caller.close }
}
