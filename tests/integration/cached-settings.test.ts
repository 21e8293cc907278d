import { release } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMemoryPlatform } from '../../sdk/testing/memory-platform.ts'
import { createSettingsCache } from '../../kernel/browser/settings-cache.ts'
import { CALLS_AT_ONCE } from '../../kernel/server/http/fair-share.ts'
import { debugValues } from '../../kernel/server/services/debug-values.ts'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'

const keys = [
  { cites: 'ENT2', key: 'app_name', type: 'string' },
  { cites: 'ENT3', key: 'app_version', type: 'string' },
  { cites: 'ENT4', key: 'app_lang', type: 'string' },
  { cites: 'ENT5', key: 'app_timezone', type: 'string' },
  { cites: 'ENT6', key: 'app_url', type: 'string' },
  { cites: 'ENT7', key: 'currency', type: 'string' },
  { cites: 'ENT8', key: 'currency_symbol', type: 'string' },
  { cites: 'ENT9', key: 'company_name', type: 'string' },
  { cites: 'ENT10', key: 'company_address', type: 'string' },
  { cites: 'ENT11', key: 'company_city', type: 'string' },
  { cites: 'ENT12', key: 'company_state', type: 'string' },
  { cites: 'ENT13', key: 'company_country', type: 'string' },
  { cites: 'ENT14', key: 'company_zip', type: 'string' },
  { cites: 'ENT15', key: 'company_vat', type: 'string' },
  { cites: 'ENT16', key: 'default_cpu', type: 'number' },
  { cites: 'ENT17', key: 'default_ram', type: 'number' },
  { cites: 'ENT18', key: 'default_disk', type: 'number' },
  { cites: 'ENT19', key: 'default_ports', type: 'number' },
  { cites: 'ENT20', key: 'default_databases', type: 'number' },
  { cites: 'ENT21', key: 'default_backups', type: 'number' },
  { cites: 'ENT22', key: 'default_server_slots', type: 'number' },
  { cites: 'ENT23', key: 'server_renew_days', type: 'number' },
  { cites: 'ENT24', key: 'server_renew_cost', type: 'number' },
  { cites: 'ENT25', key: 'afk_enabled', type: 'boolean' },
  { cites: 'ENT26', key: 'allow_coins_sharing', type: 'boolean' },
  { cites: 'ENT27', key: 'allow_public_profiles', type: 'boolean' },
  { cites: 'ENT28', key: 'allow_servers', type: 'boolean' },
  { cites: 'ENT29', key: 'allow_tickets', type: 'boolean' },
  { cites: 'ENT30', key: 'code_redemption_enabled', type: 'boolean' },
  { cites: 'ENT31', key: 'credits_recharge_enabled', type: 'boolean' },
  { cites: 'ENT32', key: 'early_supporters_enabled', type: 'boolean' },
  { cites: 'ENT33', key: 'leaderboard_enabled', type: 'boolean' },
  { cites: 'ENT34', key: 'referrals_enabled', type: 'boolean' },
  { cites: 'ENT35', key: 'server_renew_enabled', type: 'boolean' },
  { cites: 'ENT36', key: 'store_enabled', type: 'boolean' },
  { cites: 'ENT37', key: 'zero_trust_enabled', type: 'boolean' },
  { cites: 'ENT38', key: 'debug_debug', type: 'boolean' },
  { cites: 'ENT39', key: 'debug_version', type: 'string' },
  { cites: 'ENT40', key: 'debug_os', type: 'string' },
  { cites: 'ENT41', key: 'debug_os_kernel', type: 'string' },
  { cites: 'ENT42', key: 'debug_name', type: 'string' },
  { cites: 'ENT43', key: 'debug_telemetry', type: 'boolean' },
] as const

let server: TestServer
/** The settings a browser keeps after it has asked the server. */
let cached: Readonly<Record<string, unknown>>

beforeAll(async () => {
  server = await startTestServer()
  const platform = createMemoryPlatform({ fetch: (path, init) => fetch(new URL(path, server.url), init) })
  const cache = createSettingsCache(platform, { onChange: () => undefined, isCaching: () => true })
  await cache.refresh()
  cached = JSON.parse(platform.storage.get('spawnpoint_settings_cache') ?? '{}').value
})
afterAll(() => server.stop())

describe('the settings cache of a browser', () => {
  it.each(keys)('[$cites] holds $key of type $type', ({ key, type }) => {
    expect(typeof cached[key]).toBe(type)
  })

  it('[ENT44] holds the debug object', () => {
    expect(cached['debug']).toEqual({ useRedis: false, rateLimit: { enabled: true, limit: CALLS_AT_ONCE } })
  })

  it('[ENT6, ENT41, ENT44] reports facts of the instance', () => {
    expect(cached['app_url']).toBe(server.config.origin)
    expect(release()).toContain(cached['debug_os_kernel'])
    expect(cached['debug_os_kernel']).not.toBe('')
    const withRedis = debugValues({ ...server.config, redisUrl: 'redis://127.0.0.1:6379' })
    expect(withRedis['debug']).toMatchObject({ useRedis: true })
  })
})
