import { defineSettings } from '@spawnpoint/sdk/common'
import { PageHead } from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { LANGUAGES } from '../../common/plan.ts'
import type { Core } from '../core.ts'

const isTimeZone = (zone: string) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC'
const code = z.string().max(1_000_000)

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
  /** Everybody's sessions are as short as those of staff. */
  zero_trust_enabled: { schema: z.boolean(), default: false, audience: 'public', group: 'security' },
  custom_css: { schema: code, default: '', audience: 'server', group: 'custom-code', multiline: true },
  custom_js: { schema: code, default: '', audience: 'server', group: 'custom-code', multiline: true },
})

/** The operator's code; a plugin's rules for the page precede the stylesheet, which has the last word. */
export const customCode = (
  { settings, services }: Pick<Core, 'settings' | 'services'>,
  kind: 'css' | 'js',
) => {
  const own = settings.read(kernelSettings)[`custom_${kind}`]
  return kind === 'js' ? own : `${services.find(PageHead)?.style() ?? ''}${own}`
}
