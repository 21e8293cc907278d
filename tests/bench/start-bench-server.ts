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

const ready = z.object({
  port: z.number(),
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
  /** The address browsers use; pages are answered only with one. */
  readonly origin?: string
}

/** The product on an own embedded database, with people already signed in. */
export async function startBenchServer({ plugins, people, origin }: BenchServerOptions) {
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-bench-'))
  const { told, stop } = await startScript('bench-server.ts', {
    PORT: '0',
    APP_URL: origin ?? 'http://127.0.0.1:5173',
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    TRUST_PROXY: '1',
    BENCH_PLUGINS: plugins ?? join(dataDir, 'no-plugins'),
    BENCH_PEOPLE: String(people),
    BENCH_PAGES: origin === undefined ? '0' : '1',
  }).catch((error: unknown) => {
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  })
  const { connection, ...rest } = ready.parse(told)
  return {
    ...rest,
    // What the server itself connects with.
    connection: connection satisfies PoolConfig,
    async stop() {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type BenchServer = Awaited<ReturnType<typeof startBenchServer>>
