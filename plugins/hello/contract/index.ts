import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const greeting = defineEndpoint({
  method: 'GET',
  path: '/api/hello/greeting',
  summary: 'The time on the server, as a greeting',
  access: { user: true },
  reply: z.object({ at: z.iso.datetime() }),
})
