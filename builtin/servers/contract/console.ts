import { defineEndpoint } from '@spawnpoint/sdk/common'
import { gameStates, powerSignals } from '@spawnpoint/contracts/panel'
import { z } from 'zod'
import { serverItem } from './endpoints.ts'

const params = z.strictObject({ id: z.uuid() })
const user = { user: true } as const

/** A line that the game reads: whatever ends a line would begin another command. */
export const consoleCommand = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^\P{Cc}*$/u)

/** Staff look after the servers of others by the same pages. */
export const readAnyServer = defineEndpoint({
  method: 'GET',
  path: '/api/servers/all/:id',
  summary: 'Read the server of anyone',
  access: { permission: 'admin.servers.list' },
  params,
  reply: z.object({
    item: serverItem,
    owner: z.object({ id: z.uuid(), username: z.string().nullable() }),
    panelUrl: z.string().nullable(),
    console: z.boolean(),
  }),
  fails: { NOT_FOUND: 404 },
})

/** Only servers of which something fresh is known; none while the operator has given the panel no client key. */
export const listGameStates = defineEndpoint({
  method: 'GET',
  path: '/api/servers/states',
  summary: 'Read whether the games of my servers run',
  access: user,
  reply: z.object({ states: z.array(z.object({ id: z.uuid(), state: z.enum(gameStates) })) }),
})

const watchFailures = { NOT_FOUND: 404, SERVERS_NO_CONSOLE: 409 } as const
const staffFailures = { SERVERS_EXCEEDS_OWN: 403 } as const
const editing = { permission: 'admin.servers.edit' } as const

/** Event sources get the `ConsoleEvents` of the panel, beginning with `snapshot`; others learn whether they might. */
export const watchConsole = defineEndpoint({
  method: 'GET',
  path: '/api/servers/:id/console',
  summary: 'Follow the console of one of my servers',
  access: user,
  params,
  reply: z.object({}),
  fails: watchFailures,
})

export const watchAnyConsole = defineEndpoint({
  method: 'GET',
  path: '/api/servers/all/:id/console',
  summary: 'Follow the console of the server of anyone',
  access: editing,
  params,
  reply: z.object({}),
  fails: { ...watchFailures, ...staffFailures },
})

const sendFailures = {
  ...watchFailures,
  SERVERS_DELETING: 409,
  SERVERS_GAME_OFFLINE: 409,
  SERVERS_NOT_READY: 409,
  SERVERS_TOO_FAST: 429,
  SERVERS_PANEL_AWAY: 502,
  SERVERS_UNCLEAR: 502,
} as const

const command = {
  method: 'POST',
  params,
  body: z.strictObject({ command: consoleCommand }),
  reply: z.object({}),
  limit: 120,
} as const
const power = {
  method: 'POST',
  params,
  body: z.strictObject({ signal: z.enum(powerSignals) }),
  reply: z.object({}),
  limit: 60,
} as const

export const sendCommand = defineEndpoint({
  ...command,
  path: '/api/servers/:id/console/commands',
  summary: 'Send a command to the console of one of my servers',
  access: user,
  fails: sendFailures,
})

export const sendAnyCommand = defineEndpoint({
  ...command,
  path: '/api/servers/all/:id/console/commands',
  summary: 'Send a command to the console of the server of anyone',
  access: editing,
  fails: { ...sendFailures, ...staffFailures },
})

export const sendPower = defineEndpoint({
  ...power,
  path: '/api/servers/:id/power',
  summary: 'Start, stop, restart or kill one of my servers',
  access: user,
  fails: sendFailures,
})

export const sendAnyPower = defineEndpoint({
  ...power,
  path: '/api/servers/all/:id/power',
  summary: 'Start, stop, restart or kill the server of anyone',
  access: editing,
  fails: { ...sendFailures, ...staffFailures },
})
