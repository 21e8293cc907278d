import { release } from 'node:os'
import type { Config } from '../config.ts'
import { CALLS_AT_ONCE } from '../http/fair-share.ts'
import { VERSION } from '../version.ts'

// Anybody can read it, so the patch level stays out.
const kernelVersion = /^\d+(\.\d+)?/.exec(release())?.[0] ?? ''

/** Values the client caches beside the settings. Public, so nothing in them helps an attacker. */
export const debugValues = (config: Config): Readonly<Record<string, unknown>> => ({
  app_version: VERSION,
  app_url: config.origin,
  debug_debug: config.logLevel === 'debug',
  debug_version: VERSION,
  debug_os: process.platform,
  debug_os_kernel: kernelVersion,
  debug_name: 'spawnpoint',
  debug_telemetry: false,
  // The limit that every call meets: how many of one account each part of the server answers at once.
  debug: { useRedis: config.redisUrl !== null, rateLimit: { enabled: true, limit: CALLS_AT_ONCE } },
})
