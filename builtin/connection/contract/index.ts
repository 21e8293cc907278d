import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** The kernel's own call, which also proxies ask; declared here so that the page can make it. */
export const askReadiness = defineEndpoint({
  method: 'GET',
  path: '/api/health/ready',
  summary: 'Is the server ready to answer?',
  access: { public: 'asked by proxies and by pages that have lost the server' },
  reply: z.object({}),
})
