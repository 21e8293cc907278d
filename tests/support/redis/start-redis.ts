import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../product/start-product.ts'

/** A Redis server of the test's own. With a port, one that had it before comes back there. */
export async function startRedis(program: string, port?: number) {
  const at = port ?? (await freePort())
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-redis-'))
  const args = ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      if (/ready to accept connections/i.test(said)) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`Redis ended:\n${said}`)))
  })
  return {
    port: at,
    url: `redis://127.0.0.1:${at}`,
    /** Without a farewell, as a machine that fails. */
    async kill() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type RedisServer = Awaited<ReturnType<typeof startRedis>>
