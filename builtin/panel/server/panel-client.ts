import type { Panel, PanelDialect, PanelHealth } from '../contract/panel.ts'
import { isPanelError } from '../contract/panel-error.ts'
import type { CallCounts } from './call-counts.ts'
import { createPanelLive } from './panel-live.ts'
import { createPanelServers } from './panel-servers.ts'
import { createPanelTransport } from './panel-transport.ts'
import { createPanelUsers } from './panel-users.ts'
import { createPelicanCalls } from './pelican-calls.ts'
import { steadyClock, type PanelClock } from './panel-clock.ts'
import { createPterodactylCalls } from './pterodactyl-calls.ts'
import { createPortCount } from './read-room.ts'
import { serverAnswers } from './server-answer.ts'
import type { PanelArea, SharedTurns } from './shared-turns.ts'

export type PanelClientOptions = {
  baseUrl: string
  apiKey: string
  /** Opens consoles; they are off without it. */
  clientKey?: string
  dialect: PanelDialect
  clock?: PanelClock
  /** Below the 240 of the panel, so that staff using it directly keep some. */
  budgetPerMinute?: number
  /** The budget of each API is shared with other processes. */
  sharedTurns?: (area: PanelArea) => SharedTurns
  timeoutMs?: number
  counts?: CallCounts
  /** True when the key has been refused three times in a row, false when it is accepted again. */
  onKeyRefused?: (refused: boolean) => void
}

const measure = async (probe: () => Promise<unknown>, clock: PanelClock): Promise<PanelHealth> => {
  const startedAt = clock.now()
  try {
    await probe()
    return { ok: true, latencyMs: clock.now() - startedAt }
  } catch (error) {
    if (!isPanelError(error)) throw error
    return { ok: false, reason: error.reason, detail: error.detail, retryAfterMs: error.retryAfterMs }
  }
}

export const createPanelClient = (options: PanelClientOptions): Panel => {
  const { baseUrl, apiKey, dialect, clock = steadyClock, sharedTurns } = options
  const shared = {
    baseUrl,
    clock,
    budgetPerMinute: options.budgetPerMinute ?? 200,
    timeoutMs: options.timeoutMs ?? 15_000,
    counts: options.counts,
  }
  const onKeyRefused = options.onKeyRefused ?? (() => {})
  const transport = createPanelTransport({
    ...shared,
    area: 'application',
    shared: sharedTurns?.('application'),
    apiKey,
    onKeyRefused,
  })
  const { clientKey = '' } = options
  // A refused client key stops consoles and nothing else.
  const openLive = () =>
    createPanelLive(
      createPanelTransport({
        ...shared,
        area: 'client',
        shared: sharedTurns?.('client'),
        apiKey: clientKey,
        onKeyRefused: () => {},
      }),
      baseUrl,
    )
  const calls = dialect === 'pelican' ? createPelicanCalls(transport) : createPterodactylCalls(transport)
  const { probe, ...servers } = createPanelServers(transport, calls, serverAnswers[dialect])
  const { listLocations, listRoom, listNests, listEggs, getEgg } = calls
  return {
    dialect,
    live: clientKey === '' ? null : openLive(),
    health: () => measure(probe, clock),
    listLocations,
    listRoom,
    countFreePorts: createPortCount(transport),
    listNests,
    listEggs,
    getEgg,
    ...createPanelUsers(transport, dialect),
    ...servers,
  }
}
