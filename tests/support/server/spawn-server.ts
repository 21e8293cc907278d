import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ROOT } from '../../../kernel/server/version.ts'
import { childEnv, nodeOptions } from './child-env.ts'

const script = join(ROOT, 'tests/support/server/server-process.ts')

export interface SpawnOptions {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly secretKey: string
  /** The plugins folder; none when left out. */
  readonly plugins?: string
  /** How long a process runs until its start counts as a success. */
  readonly steadyAfterMs?: number
  /** More variables of its environment. */
  readonly env?: Readonly<Record<string, string>>
  /** Hears each line of its standard error, which goes to that of the tests otherwise. */
  readonly onLog?: (line: string) => void
}

async function portOf(child: ChildProcess): Promise<number | null> {
  if (!child.stdout) return null
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('{"port"')) return (JSON.parse(line) as { port: number }).port
  return null
}

/** The product in a process of its own. */
export function spawnServer(options: SpawnOptions) {
  const { databaseUrl, dataDir, secretKey, plugins = '', steadyAfterMs } = options
  const env = {
    ...childEnv(),
    PORT: '0',
    APP_URL: 'http://127.0.0.1:5173',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    SECRET_KEY: secretKey,
    PLUGINS: plugins,
    ...options.env,
    ...(steadyAfterMs === undefined ? {} : { STEADY_AFTER_MS: String(steadyAfterMs) }),
  }
  const { onLog } = options
  const child = spawn(process.execPath, [...nodeOptions, script], {
    env,
    stdio: ['ignore', 'pipe', onLog ? 'pipe' : 'inherit'],
  })
  if (onLog && child.stderr) createInterface({ input: child.stderr }).on('line', onLog)
  const ended = once(child, 'exit')
  return {
    pid: child.pid,
    /** Where it listens once it is ready; null when it died before. */
    port: portOf(child),
    /** The signal that ended it. */
    signal: async (): Promise<unknown> => (await ended)[1],
    /** Ends it at once, as a crash of the machine would. */
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
