import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from '../support/product/start-product.ts'
import { limited, type Measurement, type Part } from './measurement.ts'

const settleMs = 20_000
const most = 130_000_000

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`

const ask = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' }).trim()

/** Resident memory as the system counts it; of the server alone, so without the database and the command that started it. */
const residentBytes = (command: number): number => {
  const server = ask('pgrep', '-P', String(command))
  return Number(ask('ps', '-o', 'rss=', '-p', server)) * 1024
}

async function measureStart(name: string, compiled: string): Promise<Measurement> {
  const product = await startProduct({ builds: true, env: { NODE_COMPILE_CACHE: compiled } })
  try {
    await wait(settleMs)
    const value = residentBytes(product.process.pid ?? 0)
    const note = `its own process, ${settleMs / 1000} s after start`
    return limited({ name, value, most, show: megabytes, note })
  } finally {
    await product.stop()
  }
}

async function measure(): Promise<Measurement[]> {
  const compiled = mkdtempSync(join(tmpdir(), 'spawnpoint-compiled-'))
  try {
    return [
      await measureStart('idle memory, first start after an update', compiled),
      await measureStart('idle memory, later starts', compiled),
    ]
  } finally {
    rmSync(compiled, { recursive: true, force: true })
  }
}

export const idleMemory: Part = { name: 'memory', run: measure }
