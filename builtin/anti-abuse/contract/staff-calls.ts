import { coins, defineEndpoint, listQuery, listReply, plainText, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const holdStates = ['open', 'appealed', 'decided'] as const

const list = 'admin.earning.holds.list'
const person = z.object({ id: z.uuid(), username: z.string().nullable() })

const holdRow = z.object({
  id: rowId,
  user: person,
  source: z.string(),
  kind: z.string(),
  note: z.string(),
  /** The sum of all that would be paid. */
  coins,
  at: z.iso.datetime(),
  state: z.enum(['open', 'paid', 'void']),
  signs: z.array(
    z.object({
      plugin: z.string(),
      code: z.string(),
      detail: z.string().nullable(),
      other: person.nullable(),
    }),
  ),
  appeal: z.object({ at: z.iso.datetime(), text: z.string() }).nullable(),
  decision: z.object({ at: z.iso.datetime(), by: person.nullable(), note: z.string() }).nullable(),
  /** False for the caller's own earning. */
  decidable: z.boolean(),
})

export const listHolds = defineEndpoint({
  method: 'GET',
  path: '/api/anti-abuse/holds',
  summary: 'List held earnings with evidence, appeal and decision, newest first',
  access: { permission: list },
  query: listQuery({ filters: { state: z.enum(holdStates) } }),
  reply: listReply(holdRow),
  fails: { BAD_CURSOR: 400 },
})

export const countHolds = defineEndpoint({
  method: 'GET',
  path: '/api/anti-abuse/counts',
  summary: 'Count the held earnings that wait for a decision',
  access: { permission: list },
  reply: z.object({ open: z.number().int(), appealed: z.number().int(), coins }),
})

export const decideHold = defineEndpoint({
  method: 'POST',
  path: '/api/anti-abuse/holds/:id/decision',
  summary: 'Pay a held earning out or cancel it, once',
  access: { permission: 'admin.earning.holds.decide' },
  params: z.strictObject({ id: rowId }),
  body: z.strictObject({ pay: z.boolean(), note: plainText(1, 500) }),
  reply: z.object({ state: z.enum(['paid', 'void']) }),
  fails: { NOT_FOUND: 404, HOLDS_OWN: 403, HOLDS_DECIDED: 409, HOLDS_ACCOUNT_CLOSED: 409 },
})

const mayChange = { permission: 'admin.earning.holds.networks' } as const
const count = z.number().int()

export const readNetworks = defineEndpoint({
  method: 'GET',
  path: '/api/anti-abuse/networks',
  summary: 'Read the list of VPN and proxy networks that staff entered, and how many the provider lists',
  access: mayChange,
  reply: z.object({
    text: z.string(),
    own: count,
    fromProvider: count,
    /** Null while no provider list was read. */
    readAt: z.iso.datetime().nullable(),
  }),
})

export const replaceNetworks = defineEndpoint({
  method: 'PUT',
  path: '/api/anti-abuse/networks',
  summary: 'Replace the VPN and proxy networks that staff entered, one address or range a line',
  access: mayChange,
  body: z.strictObject({ text: z.string().max(1_000_000) }),
  bodyLimit: 2 * 1024 * 1024,
  reply: z.object({ own: count }),
  fails: { HOLDS_BAD_NETWORK: 422, HOLDS_TOO_MANY_NETWORKS: 422 },
})

export const listRelatedAccounts = defineEndpoint({
  method: 'GET',
  path: '/api/anti-abuse/users/:id/related',
  summary: 'List accounts that share a browser, a mailbox or a network with this one',
  access: { permission: 'admin.users.list' },
  params: z.strictObject({ id: z.uuid() }),
  reply: z.object({
    /** False while accounts are not compared. */
    compared: z.boolean(),
    items: z.array(
      z.object({
        user: person,
        registered: z.iso.datetime(),
        signals: z.array(z.enum(['device', 'mailbox', 'network', 'timing'])),
        /** Enough signals together for one person; a shared network alone is none. */
        likely: z.boolean(),
      }),
    ),
  }),
  fails: { NOT_FOUND: 404 },
})
