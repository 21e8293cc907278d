import type { GamePicture } from '@spawnpoint/sdk/resource'
import { EggCategories } from '@spawnpoint/contracts/egg-categories'
import { Eggs } from '@spawnpoint/contracts/eggs'
import { Locations } from '@spawnpoint/contracts/locations'
import { Allowances, type Allowance } from '@spawnpoint/contracts/servers'
import type { ServiceToken } from '@spawnpoint/sdk/common'
import type { ClockService } from '@spawnpoint/sdk/server'
import { startPanelEmulator } from '@spawnpoint/sdk/panel-emulator'
import { setTimeout as pause } from 'node:timers/promises'
import { anOrder } from '../../../builtin/servers/testing.ts'
import type { StartOptions } from '../../../kernel/cli/start-server.ts'
import { startTestServer } from './start-test-server.ts'

const patienceMs = Number(process.env['TEST_PATIENCE_MS'] ?? 120_000)
// Each look costs a call, and other tests need the processor too.
const lookEveryMs = 75

/** Asks until the answer is there; the time-out names what was waited for. */
export const until = async <T>(
  what: string,
  ask: () => Promise<T | null | undefined | false>,
): Promise<T> => {
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > giveUpAt) throw new Error(`waited in vain until ${what}`)
    await pause(lookEveryMs)
  }
}

type Place = { slots?: number; vipOnly?: boolean; pingUrl?: string; status?: 'online' | 'maintenance' }

/** The whole server, a panel of its own, and something to order. */
export async function startHostingServer({
  clock,
  env = {},
  roots,
  ...options
}: {
  dialect?: 'pterodactyl' | 'pelican'
  clock?: ClockService
  env?: Record<string, string>
  roots?: StartOptions['roots']
} = {}) {
  const panel = await startPanelEmulator({ rateLimit: 100_000, ...options })
  const server = await startTestServer({ env, ...(clock && { clock }), ...(roots && { roots }) })
  const { core } = server.server
  // The demonstration's catalogue is offered once, soon after the start: these tests bring their own.
  await until('the demonstration was offered', async () => {
    const { rows } = await server.pool.query('select 1 from panel.demo_catalogue')
    return rows.length > 0
  })
  for (const table of ['eggs.egg', 'egg_categories.egg_category', 'locations.location'])
    await server.pool.query(`delete from ${table}`)
  await core.settings.write({
    pterodactyl_base_url: panel.url,
    pterodactyl_api_key: panel.apiKey,
    pterodactyl_client_key: panel.clientKey,
    panel_dialect: panel.dialect,
    // The longest: a busy machine may answer late, which is no fault of the panel.
    panel_timeout_seconds: 60,
    // Its own limit is out of reach too: waiting for a turn would only cost time.
    panel_calls_per_minute: 100_000,
  })
  const service = <T>(token: ServiceToken<T>): T => {
    const found = core.services.find(token)
    if (!found) throw new Error(`${token.id} is not running`)
    return found
  }
  const makeLocation = (panelLocationId: number, over: Place = {}) =>
    core.orm.transaction((tx) =>
      service(Locations).create(tx, {
        name: `Place ${panelLocationId}`,
        description: '',
        panelLocationId,
        nodeIp: '203.0.113.9',
        status: 'online',
        slots: 1000,
        vipOnly: false,
        ...over,
      }),
    )
  const location = await makeLocation(1)
  const category = await core.orm.transaction((tx) =>
    service(EggCategories).create(tx, { name: 'Minecraft', description: '', panelNestId: 1, enabled: true }),
  )
  const makeEgg = (over: { vipOnly?: boolean; enabled?: boolean; picture?: GamePicture } = {}) =>
    core.orm.transaction((tx) =>
      service(Eggs).create(tx, {
        name: 'Paper',
        description: '',
        categoryId: category.id,
        panelEggId: 1,
        enabled: true,
        vipOnly: false,
        ...over,
      }),
    )
  const egg = await makeEgg()

  return {
    ...server,
    panel,
    service,
    location,
    category,
    egg,
    makeLocation,
    makeEgg,
    /** Gives a person room for servers, beyond the defaults. */
    allow: (user: string, more: Partial<Allowance>) =>
      core.orm.transaction((tx) => service(Allowances).add(tx, user, more)),
    anOrder: (over: Record<string, unknown> = {}) =>
      anOrder({ locationId: location.id, categoryId: category.id, eggId: egg.id }, over),
    async stop() {
      await server.stop()
      await panel.close()
    },
  }
}

export type HostingServer = Awaited<ReturnType<typeof startHostingServer>>
