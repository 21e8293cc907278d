import { VERSION } from '../version.ts'
import type { Config } from '../config.ts'

/** Values the client caches beside the settings. Public, so nothing in them helps an attacker. */
export const debugValues = (config: Config): Readonly<Record<string, unknown>> => ({
  app_version: VERSION,
  app_url: config.origin,
  debug_debug: config.logLevel === 'debug',
  debug_version: VERSION,
  debug_os: process.platform,
  debug_os_kernel: '',
  debug_name: 'spawnpoint',
  debug_telemetry: false,
  debug: { useRedis: false, rateLimit: { enabled: true, limit: 0 } },
})
