import { Worker } from 'node:worker_threads'
import type { Outcome, SimulationPlan } from './simulate.ts'

const MOST_MS = 60_000

/**
 * Simulates in a thread of its own, so that the server goes on answering. One at a time: `run` gives null while another
 * one runs, and throws when the thread fails or takes too long.
 */
export function createSimulator() {
  let running: Worker | null = null

  async function outcomeOf(worker: Worker): Promise<readonly Outcome[]> {
    const timer = setTimeout(() => void worker.terminate(), MOST_MS)
    try {
      return await new Promise((resolve, reject) => {
        worker.once('message', resolve)
        worker.once('error', reject)
        worker.once('exit', () => reject(new Error('E_SIMULATION: the simulation was stopped')))
      })
    } finally {
      clearTimeout(timer)
      await worker.terminate()
    }
  }

  return {
    async run(plans: readonly SimulationPlan[]): Promise<readonly Outcome[] | null> {
      if (running) return null
      running = new Worker(new URL('./simulation-worker.ts', import.meta.url), {
        workerData: plans,
        resourceLimits: { maxOldGenerationSizeMb: 256 },
      })
      try {
        return await outcomeOf(running)
      } finally {
        running = null
      }
    },
    async stop(): Promise<void> {
      await running?.terminate()
    },
  }
}
