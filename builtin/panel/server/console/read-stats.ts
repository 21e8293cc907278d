import { z } from 'zod'
import type { GameStats } from '../../contract/console.ts'

const amount = z.number().catch(0)
const report = z.object({
  memory_bytes: amount,
  cpu_absolute: amount,
  disk_bytes: amount,
  uptime: amount,
  network: z.object({ rx_bytes: amount, tx_bytes: amount }).catch({ rx_bytes: 0, tx_bytes: 0 }),
})

/** A report of the node; null where it cannot be read. */
export const readStats = (text: string, at: number): GameStats | null => {
  try {
    const { memory_bytes, cpu_absolute, disk_bytes, uptime, network } = report.parse(JSON.parse(text))
    return {
      at,
      cpu: cpu_absolute,
      memory: memory_bytes,
      disk: disk_bytes,
      received: network.rx_bytes,
      sent: network.tx_bytes,
      uptimeMs: uptime,
    }
  } catch {
    // The next report comes in a second.
    return null
  }
}
