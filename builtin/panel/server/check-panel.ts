import type { HealthReport } from '@spawnpoint/sdk/server'
import type { ConnectedPanel } from './connected-panel.ts'

/** The panel's line on the health page. */
export const checkPanel = async ({ service, isKeyRefused }: ConnectedPanel): Promise<HealthReport> => {
  const health = await (await service.current()).health()
  if (isKeyRefused())
    return {
      status: 'unhealthy',
      detail: 'The game panel refuses its API key. Building is paused until it is corrected.',
    }
  if (!health.ok) return { status: 'unhealthy', detail: health.detail }
  if (service.isDemo())
    return { status: 'warning', detail: 'The demonstration panel is in use: servers exist on paper only.' }
  return { status: 'healthy', detail: `answered in ${Math.round(health.latencyMs)} ms` }
}
