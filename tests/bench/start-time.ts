import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from '../support/product/start-product.ts'
import { limited, median, type Measurement, type Part } from './measurement.ts'

const rounds = 3

const told = { reference: 'creates the database', ratio: null, budget: '', isMet: null }

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/** From the command to the first page with status 200. */
async function startOnce(dataDir: string): Promise<number> {
  const began = performance.now()
  const product = await startProduct({ dataDir, builds: true })
  try {
    const { status } = await fetch(`http://127.0.0.1:${product.port}/auth/login`)
    if (status !== 200) throw new Error(`the log-in page answers ${status}`)
    return performance.now() - began
  } finally {
    await product.stop()
  }
}

async function measure(): Promise<Measurement[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-bench-'))
  try {
    const first = await startOnce(dataDir)
    const later: number[] = []
    for (let round = 0; round < rounds; round += 1) later.push(await startOnce(dataDir))
    const note = `median of ${rounds}, embedded database, built before`
    return [
      limited({
        name: 'start to first 200, existing data',
        value: median(later),
        most: 1_500,
        show: seconds,
        note,
      }),
      { ...told, name: 'start to first 200, first ever', measured: seconds(first) },
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export const startTime: Part = { name: 'start', run: measure }
