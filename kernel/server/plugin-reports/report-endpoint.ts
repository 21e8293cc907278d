import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { reportLimits, REPORTS_PATH } from '../../common/plugin-report.ts'
import { MOST_USES } from '../../common/use-tally.ts'
import { cleanText } from './clean-text.ts'

const { entries, text, stack, bytes, perMinute } = reportLimits

const line = z
  .string()
  .min(1)
  .max(text)
  .transform((given) => cleanText(given, text))
const plugin = z.string().regex(/^[a-z][a-z0-9.-]{0,47}$/)

/** A deprecated use as it is told; tabs of before an upgrade do not say how often. */
export const usedName = z.strictObject({
  name: line,
  since: line,
  removeIn: line,
  use: line,
  uses: z.int().min(1).max(MOST_USES).default(1),
})

/** What a tab had to switch off, and what in it will not work for ever. */
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
        }),
      )
      .max(entries),
    deprecations: z.array(usedName.extend({ plugin })).max(entries),
  }),
  reply: z.object({}),
  limit: perMinute,
  bodyLimit: bytes,
})
