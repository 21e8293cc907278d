import type { AnyEndpoint, Queries, Transaction } from '@spawnpoint/sdk/common'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pg-proxy'
import { EndpointFailure, type EndpointHandler, type HandlerInput } from '../answer.ts'
import type { AnyContext, PluginQueries } from '../plugin-context.ts'
import type { Registrar } from '../server-host.ts'
import type { ResourceBackend } from './resource-backend.ts'

/** A statement with numbered parameters as the template that a plugin's database takes. */
const templateOf = (text: string): TemplateStringsArray => {
  const parts = text.split(/\$\d+/)
  return Object.assign(parts, { raw: parts })
}

/** Drizzle over a plugin's own queries, which run under its database role. */
const drizzleOver = (db: PluginQueries) =>
  drizzle(async (text, params, method) => {
    const rows = await db.sql<Readonly<Record<string, unknown>>>(templateOf(text), ...params)
    return { rows: method === 'all' ? rows.map((row) => Object.values(row)) : [...rows] }
  })

const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))

export const pluginBackend = ({ id, db }: AnyContext, registrar: Registrar): ResourceBackend => ({
  // The same builder on another driver; its transactions are the plugin's own.
  queries: drizzleOver(db) as unknown as Queries,
  transaction: (work) => db.transaction((tx) => work(drizzleOver(tx) as unknown as Transaction)),
  async audit(tx, { actor, action, target, before, after, ip }) {
    await tx.execute(sql`select kernel.plugin_audit(${id}, ${actor}::uuid, ${action}, ${target ?? null},
      ${json(before)}::jsonb, ${json(after)}::jsonb, ${ip ?? null})`)
  },
  endpoint: <E extends AnyEndpoint>(endpoint: E, handler: EndpointHandler<E>) =>
    registrar.endpoint(endpoint, async (input) => {
      try {
        // The handlers of a resource read neither the raw request nor the reply.
        return await handler(input as HandlerInput<E>)
      } catch (error) {
        if (!(error instanceof EndpointFailure)) throw error
        // The plugin has its own copy of the class, which the kernel does not recognize.
        throw input.fail(error.code as Parameters<typeof input.fail>[0], {
          ...(error.details && { details: error.details }),
          ...(error.fields && { fields: error.fields }),
        })
      }
    }),
  // A plugin's endpoints answer JSON only, so its resources have no export.
  download: () => undefined,
})
