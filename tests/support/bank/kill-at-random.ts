import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findProcessCommand } from '../../../kernel/packages/server/process-identity.ts'
import type { Random } from './seeded-random.ts'
import type { SupervisedProcess } from './supervised-process.ts'

export type Victim = 'server' | 'worker' | 'postgres'

interface Targets {
  readonly server: SupervisedProcess
  readonly worker: SupervisedProcess
}

const killPostgres = (file: string): boolean => {
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    // The number may belong to a stranger by now.
    const isOurs = findProcessCommand(pid)?.includes(dirname(file)) ?? false
    return isOurs && process.kill(pid, 'SIGKILL')
  } catch {
    return false // it is down already
  }
}

/** On a slow machine a blow falls before all is healed; else the test would take as long as the machine is slow. */
async function recover({ server, worker }: Targets): Promise<void> {
  const end = Date.now() + 3_000
  while (Date.now() < end && !(server.current() && worker.current())) await wait(25)
}

/** Kills one of the three, lets it come back or not, and goes on to the next. Answers who was killed. */
export async function killAtRandom(
  targets: Targets,
  random: Random,
  enough: (kills: readonly Victim[]) => boolean,
): Promise<readonly Victim[]> {
  const { server, worker } = targets
  const kills: Victim[] = []
  const file = (await server.untilUp()).postmasterPid
  const killers: Record<Victim, () => boolean> = {
    server: server.kill,
    worker: worker.kill,
    postgres: () => killPostgres(file),
  }
  while (!enough(kills)) {
    const victim = random.pick(['server', 'worker', 'postgres'] as const)
    if (killers[victim]()) kills.push(victim)
    // Now and then the next blow falls before the last one has healed.
    if (random.next() < 0.75) await recover(targets)
    await wait(random.between(100, 1_000))
  }
  return kills
}
