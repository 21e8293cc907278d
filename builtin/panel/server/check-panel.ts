import type { HealthReport } from '@spawnpoint/sdk/server'
import type { ConnectedPanel } from './connected-panel.ts'

const settingsPage = { route: 'settings', tab: 'servers' } as const

/** The panel's line on the health page. */
export const checkPanel = async ({ service, isKeyRefused }: ConnectedPanel): Promise<HealthReport> => {
  if (service.mode() === 'none')
    return {
      status: 'unhealthy',
      code: 'none',
      detail:
        'No game panel is connected: its address or API key is missing. All tasks wait until both are set.',
      todo: 'Enter both in Settings.',
      page: settingsPage,
    }
  const health = await (await service.current()).health()
  if (isKeyRefused())
    return {
      status: 'unhealthy',
      code: 'keyRefused',
      detail: 'The game panel refuses its API key. Building is paused until it is corrected.',
      todo: 'Create a new application API key on the panel and enter it in Settings.',
      page: settingsPage,
    }
  if (!health.ok) return { status: 'unhealthy', detail: health.detail }
  if (service.mode() === 'demo')
    return {
      status: 'warning',
      code: 'demo',
      detail: 'The demo panel is in use. No one can play on its servers.',
      todo: 'Connect a game panel in Settings before the first customer.',
      page: settingsPage,
    }
  const ms = Math.round(health.latencyMs)
  return { status: 'healthy', code: 'answered', values: { ms }, detail: `answered in ${ms} ms` }
}
