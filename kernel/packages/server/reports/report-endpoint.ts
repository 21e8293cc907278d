import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { reportLimits, REPORTS_PATH } from '../../common/plugin-report.ts'
import { cleanText } from './clean-text.ts'

const { entries, text, stack, bytes, perMinute } = reportLimits

const line = z
  .string()
  .min(1)
  .max(text)
  .transform((given) => cleanText(given, text))
const plugin = z.string().regex(/^[a-z][a-z0-9.-]{0,47}$/)

/** The plugins that a tab had to switch off, or that failed to start in it. */
export const reportPluginFaults = defineEndpoint({
  method: 'POST',
  path: REPORTS_PATH,
  summary: 'A tab tells of plugins that failed in it',
  access: { user: true },
  body: z.strictObject({
    faults: z
      .array(
        z.strictObject({
          plugin,
          version: line,
          effect: line,
          stack: z
            .string()
            .max(stack)
            .transform((given) => cleanText(given, stack)),
          isNote: z.literal(true).optional(),
        }),
      )
      .max(entries),
  }),
  reply: z.object({}),
  limit: perMinute,
  bodyLimit: bytes,
})
