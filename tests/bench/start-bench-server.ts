import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import { z } from 'zod'

export interface BenchPerson {
  readonly id: string
  /** `name=value` of each cookie. */
  readonly cookies: readonly string[]
}

const memory = z.object({ rss: z.number() })
const processor = z.object({ processorMs: z.number() })
const plans = z.object({ plans: z.array(z.string()) })

const ready = z.object({
  port: z.number(),
  /** Milliseconds of processor time until it listened. */
  startCost: z.number(),
  people: z.array(z.object({ id: z.string(), cookies: z.array(z.string()) })),
  connection: z.record(z.string(), z.unknown()),
})

/** Starts a script of this folder in a process of its own, until it tells where it listens. */
export async function startScript(script: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const told = new Promise<unknown>((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code} before it listened`)))
  })
  return {
    told: await told,
    /** Sends a word and waits for what comes back. */
    async ask(word: string): Promise<unknown> {
      const [answer] = await Promise.all([once(child, 'message'), child.send(word)])
      return answer[0]
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export interface BenchServerOptions {
  /** A folder of run-time plugins, all of them enabled. */
  readonly plugins?: string
  /** How many customers with coins to sign in. */
  readonly people: number
  /** They may see every screen, unless they are customers. */
  readonly areCustomers?: boolean
  /** The address browsers use; pages are answered only with one. */
  readonly origin?: string
  /** Where it keeps its data, and finds it the next time; gone with it when left out. */
  readonly dataDir?: string
  /** More variables of its environment, or others. */
  readonly env?: Readonly<Record<string, string>>
}

export const createDataDir = (): string => mkdtempSync(join(tmpdir(), 'spawnpoint-bench-'))
export const removeDataDir = (dataDir: string): void => rmSync(dataDir, { recursive: true, force: true })

/** The product on an own embedded database, with people already signed in. */
export async function startBenchServer({
  plugins,
  people,
  areCustomers,
  origin,
  env = {},
  ...where
}: BenchServerOptions) {
  const dataDir = where.dataDir ?? createDataDir()
  const forget = () => {
    if (where.dataDir === undefined) removeDataDir(dataDir)
  }
  const { told, ask, stop } = await startScript('bench-server.ts', {
    PORT: '0',
    APP_URL: origin ?? 'http://127.0.0.1:5173',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    TRUST_PROXY: '1',
    BENCH_PLUGINS: plugins ?? join(dataDir, 'no-plugins'),
    BENCH_PEOPLE: String(people),
    BENCH_ROLE: areCustomers ? '' : 'Administrator',
    BENCH_PAGES: origin === undefined ? '0' : '1',
    ...env,
  }).catch((error: unknown) => {
    forget()
    throw error
  })
  const { connection, ...rest } = ready.parse(told)
  return {
    ...rest,
    // Connection settings of the server itself.
    connection: connection satisfies PoolConfig,
    /** Resident bytes, with the garbage gone. */
    readMemory: async () => memory.parse(await ask('memory')).rss,
    /** Milliseconds of processor time so far. */
    readProcessor: async () => processor.parse(await ask('processor')).processorMs,
    /** Plans that PostgreSQL sent along with statements of the server since the last call. */
    takePlans: async () => plans.parse(await ask('plans')).plans,
    async stop() {
      await stop()
      forget()
    },
  }
}

export type BenchServer = Awaited<ReturnType<typeof startBenchServer>>
