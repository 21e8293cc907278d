import { isPanelError, panelSettings, testPanel } from '@spawnpoint/contracts/panel'
import { ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { answer, requireReauthentication, Sessions, Settings } from '@spawnpoint/sdk/server'
import type { Panel } from '../contract/panel.ts'
import { ConnectedPanel } from './connected-panel.ts'
import { DemoPanelHolder } from './demo-panel.ts'
import { createPanelClient } from './panel-client.ts'

const originOf = (address: string) => URL.parse(address)?.origin ?? ''

/** Lists that the product reads besides locations, by the names of the rights of a key. */
const reads: readonly (readonly [right: string, read: (panel: Panel) => Promise<unknown>])[] = [
  ['nodes', (panel) => panel.listRoom()],
  ['nests', (panel) => panel.listNests()],
  [
    'eggs',
    async (panel) => Promise.all((await panel.listNests()).slice(0, 1).map(({ id }) => panel.listEggs(id))),
  ],
  ['users', (panel) => panel.listUsers()],
  ['servers', (panel) => panel.listServers()],
]

/** The rights that a key lacks. Whether it may write shows only when something is written. */
async function findMissingRights(panel: Panel): Promise<readonly string[]> {
  const missing: string[] = []
  for (const [right, read] of reads)
    try {
      await read(panel)
    } catch (error) {
      if (!isPanelError(error, 'unauthorized')) throw error
      missing.push(right)
    }
  return missing
}

const tryPanel = async (panel: Panel, demo: boolean) => {
  const startedAt = performance.now()
  try {
    const locations = (await panel.listLocations()).length
    const latencyMs = Math.round(performance.now() - startedAt)
    const found = { demo, latencyMs, locations }
    const missing = await findMissingRights(panel)
    if (missing.length > 0)
      return { ...found, ok: false, problem: 'missing-rights' as const, detail: missing.join(', ') }
    return locations === 0
      ? { ...found, ok: false, problem: 'no-locations' as const, detail: 'The panel has no location yet.' }
      : { ...found, ok: true, problem: null, detail: '' }
  } catch (error) {
    if (!isPanelError(error)) throw error
    return { ok: false, demo, problem: error.reason, detail: error.detail, latencyMs: null, locations: null }
  }
}

const uses = { settings: Settings, demo: DemoPanelHolder, connected: ConnectedPanel, sessions: Sessions }

// A hostile panel costs memory and time once, not once per click.
const running = new WeakSet<ConnectedPanel>()

export const handleTestPanel = answer(
  testPanel,
  uses,
  async ({ actor, body, fail, settings, demo, connected, sessions }) => {
    // Trying other addresses shows what this machine can reach; the stored one was chosen by root.
    if (body.baseUrl !== undefined || body.apiKey !== undefined) {
      if (!actor.can(ROOT_PERMISSION)) throw fail('PANEL_TEST_ROOT')
      await requireReauthentication(sessions, actor)
    }
    const stored = settings.read(panelSettings)
    const baseUrl = body.baseUrl ?? stored.pterodactyl_base_url
    // The stored key goes nowhere but to its own panel: else an address given here could collect it.
    const isElsewhere = originOf(baseUrl) !== originOf(stored.pterodactyl_base_url)
    if (!body.apiKey && isElsewhere && baseUrl !== '' && stored.pterodactyl_api_key !== '')
      throw fail('PANEL_KEY_NEEDED', { fields: { apiKey: 'PANEL_KEY_NEEDED' } })
    const apiKey = body.apiKey ?? stored.pterodactyl_api_key
    const isDemo = baseUrl === '' && apiKey === '' && connected.service.mode() === 'demo'
    if (!isDemo && (baseUrl === '' || apiKey === ''))
      throw fail('PANEL_HALF_SET', { fields: { [baseUrl === '' ? 'baseUrl' : 'apiKey']: 'PANEL_HALF_SET' } })
    if (running.has(connected)) throw fail('PANEL_TEST_RUNNING')
    running.add(connected)
    try {
      const target = isDemo ? await demo.get() : { url: baseUrl, apiKey }
      const panel = createPanelClient({
        baseUrl: target.url,
        apiKey: target.apiKey,
        dialect: isDemo ? 'pterodactyl' : (body.dialect ?? stored.panel_dialect),
        timeoutMs: Math.min(10, stored.panel_timeout_seconds) * 1000,
      })
      return await tryPanel(panel, isDemo)
    } finally {
      running.delete(connected)
    }
  },
)
