import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { LANGUAGES } from '../../common/plan.ts'
import { readTrustedKeys } from '../../../sdk/package/trusted-keys.ts'

const isTimeZone = (zone: string) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC'
const code = z.string().max(1_000_000)
const signaturePolicies = ['off', 'warn', 'require'] as const

function areKeys(text: string): boolean {
  try {
    readTrustedKeys(text)
    return true
  } catch {
    return false
  }
}

/** Settings that the kernel itself reads. */
export const kernelSettings = defineSettings({
  app_name: {
    schema: z.string().trim().min(1).max(60),
    default: 'Spawnpoint',
    audience: 'public',
    group: 'general',
  },
  app_lang: {
    schema: z.enum(LANGUAGES),
    default: 'EN',
    audience: 'public',
    group: 'general',
    options: LANGUAGES,
  },
  app_timezone: {
    schema: z.string().refine(isTimeZone, { error: 'time_zone' }),
    default: 'UTC',
    audience: 'public',
    group: 'general',
  },
  custom_css: { schema: code, default: '', audience: 'server', group: 'custom-code', multiline: true },
  custom_js: { schema: code, default: '', audience: 'server', group: 'custom-code', multiline: true },
  // Restricted to users who may already add code to the product.
  plugin_signature_policy: {
    schema: z.enum(signaturePolicies),
    default: 'warn',
    audience: 'server',
    group: 'custom-code',
    options: signaturePolicies,
  },
  plugin_trusted_keys: {
    schema: z.string().max(20_000).refine(areKeys, { error: 'trusted_keys' }),
    default: '',
    audience: 'server',
    group: 'custom-code',
    multiline: true,
  },
})
