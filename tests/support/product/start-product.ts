import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../../kernel/server/version.ts'

/** A port nobody listens on at this moment. */
export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

export interface Product {
  readonly port: number
  readonly origin: string
  readonly dataDir: string
  /** Output so far. */
  output(): string
  /** Waits for a line that matches. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>
  readonly process: ChildProcess
  stop(): Promise<void>
}

// A little less than a journey may take: its error says what was printed.
const START_MS = 540_000

/** As root the database's own user has to pass through it. */
function createDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-e2e-'))
  chmodSync(folder, 0o711)
  return folder
}

/** Starts the product as an operator does, in a data folder of its own. */
export async function startProduct(
  options: {
    origin?: (port: number) => string
    port?: number
    env?: Record<string, string>
    args?: readonly string[]
    dataDir?: string
    /** The checkout that is started; this one when left out. */
    root?: string
    /** As `npm start` does it: what has changed is built and compiled before, in processes of their own. */
    builds?: boolean
  } = {},
): Promise<Product> {
  const port = options.port ?? (await freePort())
  const origin = options.origin?.(port) ?? `http://127.0.0.1:${port}`
  const dataDir = options.dataDir ?? createDataDir()
  const command = options.builds ? 'start.mjs' : 'start-product.mjs'
  const root = options.root ?? ROOT
  const child = spawn(process.execPath, [join(root, 'kernel/cli', command), ...(options.args ?? [])], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      APP_URL: origin,
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A run that is interrupted ends without the clean-up of its tests.
  const end = () => void child.kill('SIGTERM')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  let text = ''
  const listeners = new Set<() => void>()
  const hear = (chunk: Buffer) => {
    text += chunk.toString('utf8')
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  child.on('exit', () => listeners.forEach((listener) => listener()))

  const printed = (pattern: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const timer = setTimeout(
        () => done(new Error(`not printed within ${START_MS} ms: ${pattern}\n${text}`)),
        START_MS,
      )
      const look = () => {
        const match = pattern.exec(text)
        if (match) done(match)
        else if (child.exitCode !== null)
          done(new Error(`the product ended with ${child.exitCode}:\n${text}`))
      }
      const done = (result: RegExpMatchArray | Error) => {
        clearTimeout(timer)
        listeners.delete(look)
        if (result instanceof Error) reject(result)
        else resolve(result)
      }
      listeners.add(look)
      look()
    })

  await printed(/is ready: open/).catch((error: unknown) => {
    child.kill('SIGTERM')
    throw error
  })
  return {
    port,
    origin,
    dataDir,
    process: child,
    output: () => text,
    printed,
    async stop() {
      if (child.exitCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        const [code] = await ended
        if (code !== 0) throw new Error(`the product did not stop in order:\n${text}`)
      }
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
