import { memberOf } from '@spawnpoint/sdk/common'
import { MetricSources, provide } from '@spawnpoint/sdk/server'
import { ConnectedPanel } from './connected-panel.ts'

/** Whether the panel answers, and how long it takes. */
export const panelMetrics = provide(
  memberOf(MetricSources, 'panel'),
  { connected: ConnectedPanel },
  ({ connected }) => ({
    read: async () => [
      {
        name: 'spawnpoint_panel_calls_total',
        help: 'Calls to the game panel by API and outcome, of this process',
        kind: 'counter' as const,
        values: connected.counts.calls(),
      },
      {
        name: 'spawnpoint_panel_call_seconds_total',
        help: 'Seconds that calls to the game panel took, waiting for their turn included, of this process',
        kind: 'counter' as const,
        values: connected.counts.seconds(),
      },
    ],
  }),
)
