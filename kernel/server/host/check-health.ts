import type { HealthReport } from '@spawnpoint/sdk/server'
import type { PluginHost } from './plugin-host.ts'

const BUDGET_MS = 5_000

async function inTime(report: Promise<HealthReport>): Promise<HealthReport> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<HealthReport>((resolve) => {
    const detail = `No answer within ${BUDGET_MS / 1000} s.`
    timer = setTimeout(() => resolve({ status: 'unhealthy', detail }), BUDGET_MS)
  })
  try {
    return await Promise.race([report, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Asks every running plugin how it is; one that throws or does not answer is unhealthy. */
export function checkHealth(
  host: Pick<PluginHost, 'running'>,
): Promise<readonly (HealthReport & { name: string; plugin: string })[]> {
  const checks = host.running().flatMap(({ candidate, owned }) =>
    owned.registrations.health.map(async ({ name, check }) => {
      try {
        return { plugin: candidate.id, name, ...(await inTime(check())) }
      } catch (error) {
        return { plugin: candidate.id, name, status: 'unhealthy' as const, detail: String(error) }
      }
    }),
  )
  return Promise.all(checks)
}
