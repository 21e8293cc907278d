import type { HealthReport } from '@spawnpoint/sdk/server'
import { attemptAsync } from '../../common/hooks/attempt.ts'
import { systemClock } from '../system-clock.ts'
import type { PluginHost } from './plugin-host.ts'

const BUDGET_MS = 5_000

async function inTime(check: () => Promise<HealthReport>): Promise<HealthReport> {
  const result = await attemptAsync(check, systemClock, BUDGET_MS)
  if (result.ok) return result.value
  const detail = result.kind === 'timeout' ? `No answer within ${BUDGET_MS / 1000} s.` : String(result.error)
  return {
    status: 'unhealthy',
    detail,
    todo: 'Look again in a minute. If it is still so, the log of the product says what the check met.',
  }
}

/** Asks every running plugin how it is; one that throws or does not answer is unhealthy. */
export function checkHealth(
  host: Pick<PluginHost, 'running'>,
): Promise<readonly (HealthReport & { name: string; plugin: string })[]> {
  const checks = host.running().flatMap(({ candidate, owned }) =>
    owned.registrations.health.map(async ({ name, check }) => ({
      plugin: candidate.id,
      name,
      ...(await inTime(check)),
    })),
  )
  return Promise.all(checks)
}
