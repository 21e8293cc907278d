import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { readTrustedKeys } from '../../../../sdk/package/trusted-keys.ts'

const signaturePolicies = ['off', 'warn', 'require'] as const

function areKeys(text: string): boolean {
  try {
    readTrustedKeys(text)
    return true
  } catch {
    return false
  }
}

/** The operator's rules for packages. */
export const packageSettings = defineSettings({
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
  plugin_schema_megabytes: {
    schema: z.number().int().min(0).max(1_000_000),
    default: 1024,
    audience: 'server',
    group: 'custom-code',
  },
})
