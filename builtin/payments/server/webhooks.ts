import type { ServicesOf } from '@spawnpoint/sdk/common'
import { EndpointFailure, Log } from '@spawnpoint/sdk/server'
import type { FastifyInstance } from 'fastify'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { ask, askUses, findProvider } from './ask-provider.ts'
import { noteAcceptedWebhook, noteRefusedWebhook } from './health.ts'
import { findByReference } from './payment-queries.ts'
import { eventOf, record } from './record-facts.ts'
import type { Payment } from './tables.ts'

export const webhookUses = { ...askUses, log: Log }
type Services = ServicesOf<typeof webhookUses>

const LARGEST = 512 * 1024

const ownReference = z.uuid()

interface Incoming {
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** Null for a payment that is not ours: an account may also take payments for something else. */
async function findOwn({ db, log }: Services, provider: string, reference: string): Promise<Payment | null> {
  const row = ownReference.safeParse(reference).success ? await findByReference(db.orm, reference) : null
  if (row?.provider === provider) return row
  log.info({ provider, reference }, 'webhook of a payment that is not ours')
  return null
}

/** Facts of one call, by payment: each payment is one transaction with its coins. */
async function take(services: Services, id: string, { headers: given, body }: Incoming) {
  const provider = findProvider(services, id)
  if (!provider) throw new EndpointFailure('NOT_FOUND', 404)
  const headers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? value.join() : value]),
  )
  const outcome = await provider.webhook(Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers)
  if ('refused' in outcome) {
    services.log.warn({ provider: id, reason: outcome.refused }, 'payment webhook refused')
    await noteRefusedWebhook(services, id)
    throw new EndpointFailure('VALIDATION', 400)
  }
  await noteAcceptedWebhook(services, id)
  for (const [reference, facts] of Map.groupBy(outcome.facts, ({ order }) => order)) {
    const row = await findOwn(services, id, reference)
    if (!row) continue
    await record(
      services,
      row.id,
      facts.map((fact) => eventOf(fact, 'webhook')),
    )
  }
  for (const reference of outcome.ask ?? []) {
    const row = await findOwn(services, id, reference)
    if (row) await ask(services, row)
  }
  return { success: true }
}

/** Bodies stay as they came: a signature is over bytes, not over what JSON makes of them. */
export const webhookRoute = (services: Services) => (app: FastifyInstance) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { provider: string } }>(
      '/api/payments/webhooks/:provider',
      { config: { access: { public: 'a payment provider signs it', origin: 'signature' } } },
      (request) => take(services, request.params.provider, request),
    )
  })
}
