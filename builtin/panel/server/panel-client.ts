import type { Panel, PanelDialect, PanelHealth } from '../contract/panel.ts'
import { isPanelError } from '../contract/panel-error.ts'
import { createPanelServers } from './panel-servers.ts'
import { createPanelTransport } from './panel-transport.ts'
import { createPanelUsers } from './panel-users.ts'
import { createPelicanCalls } from './pelican-calls.ts'
import { steadyClock, type PanelClock } from './panel-clock.ts'
import { createPterodactylCalls } from './pterodactyl-calls.ts'
import { serverAnswers } from './server-answer.ts'

export type PanelClientOptions = {
  baseUrl: string
  apiKey: string
  dialect: PanelDialect
  clock?: PanelClock
  /** Below the 240 of the panel, so that staff using it directly keep some. */
  budgetPerMinute?: number
  timeoutMs?: number
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
  const { baseUrl, apiKey, dialect, clock = steadyClock } = options
  const transport = createPanelTransport({
    baseUrl,
    apiKey,
    clock,
    budgetPerMinute: options.budgetPerMinute ?? 200,
    timeoutMs: options.timeoutMs ?? 15_000,
    onKeyRefused: options.onKeyRefused ?? (() => {}),
  })
  const calls = dialect === 'pelican' ? createPelicanCalls(transport) : createPterodactylCalls(transport)
  const { probe, ...servers } = createPanelServers(transport, calls, serverAnswers[dialect])
  const { listLocations, listNests, listEggs, getEgg } = calls
  return {
    dialect,
    health: () => measure(probe, clock),
    listLocations,
    listNests,
    listEggs,
    getEgg,
    ...createPanelUsers(transport),
    ...servers,
  }
}
