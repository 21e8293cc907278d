import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** The file itself follows from `path` while the reauthentication is recent. */
export const prepareOwnData = defineEndpoint({
  method: 'POST',
  path: '/api/data-export/prepare',
  summary: 'Prepare the download of your own data',
  access: { user: true },
  reply: z.object({ path: z.string() }),
  fails: { DATA_EXPORT_TOO_MANY: 429 },
})

/** The route of the archive, which is no JSON endpoint. */
export const ownDataFile = { path: '/api/data-export/own-data', user: true } as const
