import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { childEnv, nodeOptions } from '../server/child-env.ts'

const hello = z.object({
  port: z.number(),
  controlPort: z.number(),
  databaseUrl: z.string(),
  postmasterPid: z.string(),
  running: z.array(z.string()),
})

type Hello = z.output<typeof hello>

export interface SupervisedProcess {
  /** Where it is; null while it is down or starting. */
  current(): Hello | null
  untilUp(): Promise<Hello>
  kill(): boolean
  stop(): Promise<void>
}

const readHello = async (child: ChildProcess): Promise<Hello | null> => {
  if (!child.stdout) return null
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{"port"')) return hello.parse(JSON.parse(line))
  }
  return null
}

/** A server process that is started again whenever it ends, as an operator's own supervisor would. */
export function supervise(
  script: string,
  env: () => Readonly<Record<string, string>> | null,
): SupervisedProcess {
  let child: ChildProcess | null = null
  let up: Hello | null = null
  const stopping = new AbortController()
  const errors: string[] = []

  async function run() {
    const given = env()
    if (!given) return wait(100)
    const started = spawn(process.execPath, [...nodeOptions, script], {
      env: { ...childEnv(), ...given },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    started.stderr?.on('data', (data: Buffer) => errors.push(data.toString()))
    const ended = once(started, 'exit')
    const greeting = await readHello(started)
    if (started.exitCode === null && !started.killed) up = greeting
    await ended
    up = null
    await wait(50)
  }

  const life = (async () => {
    while (!stopping.signal.aborted) await run()
  })()

  return {
    current: () => up,
    async untilUp() {
      for (const end = Date.now() + 240_000; Date.now() < end; await wait(25)) if (up) return up
      throw new Error(`the server did not come up: ${errors.join('').slice(-2000)}`)
    },
    kill() {
      up = null
      return child?.kill('SIGKILL') ?? false
    },
    async stop() {
      stopping.abort()
      child?.kill('SIGTERM')
      await life
    },
  }
}
