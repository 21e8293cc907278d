import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const whole = z.number().int()

export const readServerFigures = defineEndpoint({
  method: 'GET',
  path: '/api/servers/figures',
  summary:
    'How many servers there are, created on each of the last 30 days, which locations are full and which eggs are broken',
  access: { permission: 'admin.servers.list' },
  reply: z.object({
    all: whole,
    /** One number a day, oldest first. */
    created: z.array(whole),
    locations: whole,
    /** Given to servers: memory and disk in MB, CPU in percent of a core. */
    allocated: z.object({ memory: z.number(), disk: z.number(), cpu: z.number() }),
    full: z.array(z.object({ id: z.uuid(), name: z.string(), slots: whole })),
    /** Eggs that no server can be built of, with the names of the variables that the panel fails on. */
    brokenEggs: z.array(z.object({ id: z.uuid(), name: z.string(), variables: z.array(z.string()) })),
  }),
})
