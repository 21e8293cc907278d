import {
  MOST_WAITING,
  WebhookMessages,
  type WebhookMessageAnswer,
  type WebhookMessagesService,
  type WebhookReplayAnswer,
} from '@spawnpoint/contracts/webhooks'
import { deliveryStatuses, TEST_EVENT } from '@spawnpoint/contracts/webhooks/schemas'
import { plainText, type PluginCaller, type ServicesOf } from '@spawnpoint/sdk/common'
import {
  Clock,
  Database,
  forPlugins,
  Jobs,
  provide,
  readPluginRequest,
  Secrets,
  Settings,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import { DELIVER, jobKey } from './deliver.ts'
import { addDelivery, findDelivery, restartDelivery } from './delivery-queries.ts'
import { countWaiting, findByKey, moveMessage, pageOfMessages, saveAddress } from './message-queries.ts'
import { requireAddress } from './plugin-hosts.ts'
import { privateHosts } from './private-hosts.ts'
import { findReceiver, receiverOf } from './receiver-queries.ts'
import { awaitReceiver } from './waiting-messages.ts'

const uses = { clock: Clock, db: Database, jobs: Jobs, secrets: Secrets, settings: Settings }
type Services = ServicesOf<typeof uses>

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const to = z.strictObject({
  address: z.url({ protocol: /^https?$/ }).max(2_000),
  secret: plainText(24, 200).optional(),
})
const testing = to.extend({
  body: z.string().max(65_536).refine(isJson, 'is no JSON'),
  people: z.array(z.uuid()).max(50).default([]),
})
const sending = testing.extend({
  event: z
    .string()
    .max(60)
    .regex(/^[a-z][\w.:-]*$/i)
    .refine((name) => name !== TEST_EVENT, 'is the name of tests'),
  key: plainText(1, 150),
})
const replaying = z.strictObject({ id: z.uuid(), to: to.optional() })
const listing = z.strictObject({
  status: z.enum(deliveryStatuses).optional(),
  before: z.uuid().optional(),
  limit: z.number().int().min(1).max(100).default(25),
})

type To = z.output<typeof to>
type Message = z.output<typeof testing> & { readonly event: string; readonly key: string | null }

const read = <S extends z.ZodType>(schema: S, method: string, given: unknown) =>
  readPluginRequest(schema, `messages.${method}`, given)

function keepAddress({ clock, secrets }: Services, tx: Transaction, plugin: string, { address, secret }: To) {
  return saveAddress(tx, {
    plugin,
    mark: secrets.sign('webhooks.address', address),
    host: new URL(address).hostname,
    address: secrets.seal(address),
    secret: secret === undefined ? null : secrets.seal(secret),
    usedAt: clock.now(),
  })
}

async function record(services: Services, plugin: string, message: Message): Promise<WebhookMessageAnswer> {
  const { clock, db, jobs, secrets } = services
  const { event, key, body, people } = message
  const known = key === null ? null : await findByKey(db.orm, plugin, key)
  if (known) return { ok: true, repeated: true, ...known }
  if ((await countWaiting(db.orm, plugin, MOST_WAITING)) === MOST_WAITING)
    return { ok: false, reason: 'too-many' }
  return db.orm.transaction(async (tx) => {
    const address = await keepAddress(services, tx, plugin, message)
    const status = address.pausedAt === null || key === null ? 'pending' : 'held'
    const waits = status === 'pending' && key !== null && address.failingSince !== null
    const values = { plugin, addressId: address.id, key, event, body, people, status, waits } as const
    const id = await addDelivery(tx, { ...values, createdAt: clock.now() })
    if (id === null) {
      // The same key arrived twice at once.
      const first = key === null ? null : await findByKey(tx, plugin, key)
      if (!first) throw new Error('a message is left out only for another one with its key')
      return { ok: true, repeated: true, ...first }
    }
    if (waits) await awaitReceiver({ jobs, secrets }, tx, { kind: 'address', id: address.id })
    else if (status === 'pending') await jobs.add(DELIVER, { delivery: id }, { tx, key: jobKey(id) })
    return { ok: true, repeated: false, id, status }
  })
}

/** Ends the transaction of a replay that may not be. */
class ReplayRefused extends Error {
  readonly reason: 'under-way' | 'paused'
  constructor(reason: 'under-way' | 'paused') {
    super(`the message is not sent again: ${reason}`)
    this.reason = reason
  }
}

/** Sends a finished message again, on another address where one is given. Throws `ReplayRefused`. */
export async function replayMessage(
  services: Pick<Services, 'jobs' | 'secrets'>,
  tx: Transaction,
  { id, moveTo }: { readonly id: string; readonly moveTo?: string | undefined },
): Promise<void> {
  if (!(await restartDelivery(tx, id))) throw new ReplayRefused('under-way')
  if (moveTo !== undefined) await moveMessage(tx, id, moveTo)
  const row = await findDelivery(tx, { id })
  const receiver = row && (await findReceiver(tx, services.secrets, receiverOf(row)))
  if (receiver?.pausedAt !== null && row?.event !== TEST_EVENT) throw new ReplayRefused('paused')
  await services.jobs.add(DELIVER, { delivery: id }, { tx, key: jobKey(id) })
}

/** Why `replayMessage` refused; throws what is no refusal. */
export function replayRefusalOf(error: unknown): 'under-way' | 'paused' {
  if (error instanceof ReplayRefused) return error.reason
  throw error
}

function createMessages(services: Services, caller: PluginCaller): WebhookMessagesService {
  const { db } = services
  const plugin = caller.id
  const check = ({ address }: To) => requireAddress(caller, address, privateHosts(services.settings))
  return {
    async send(given) {
      const request = read(sending, 'send', given)
      check(request)
      return record(services, plugin, request)
    },
    async test(given) {
      const request = read(testing, 'test', given)
      check(request)
      return record(services, plugin, { ...request, event: TEST_EVENT, key: null })
    },
    async replay(given): Promise<WebhookReplayAnswer> {
      const { id, to: other } = read(replaying, 'replay', given)
      if (other) check(other)
      if (!(await findDelivery(db.orm, { id, plugin }))) return { ok: false, reason: 'unknown' }
      try {
        await db.orm.transaction(async (tx) => {
          const moveTo = other && (await keepAddress(services, tx, plugin, other)).id
          await replayMessage(services, tx, { id, moveTo })
        })
        return { ok: true }
      } catch (error) {
        return { ok: false, reason: replayRefusalOf(error) }
      }
    },
    async list(given = {}) {
      return pageOfMessages(db.orm, plugin, read(listing, 'list', given))
    },
  }
}

/** Messages of each added plugin that asks, in its own name. */
export const provideMessages = provide(WebhookMessages, uses, (services) =>
  forPlugins((caller) => createMessages(services, caller)),
)
