import type { AnyEndpoint, Queries, Transaction } from '@spawnpoint/sdk/common'
import { Readable } from 'node:stream'
import { EndpointFailure, type EndpointHandler } from '../answer.ts'
import type { DatabaseService } from '../database.ts'
import type { RegisteringHost } from '../server-host.ts'
import type { AuditService } from '../services.ts'

/** One audit entry as it is written. @example const entry: AuditNote = { actor: null, action: 'roles:created' } */
export type AuditNote = Parameters<AuditService['write']>[1]

/** Where a resource is served: a built-in's services, or the context of an added plugin. */
export interface ResourceBackend {
  readonly queries: Queries
  transaction<R>(work: (tx: Transaction) => Promise<R>): Promise<R>
  audit(tx: Transaction, entry: AuditNote): Promise<void>
  endpoint<E extends AnyEndpoint>(endpoint: E, handler: EndpointHandler<E>): void
  /** Mounts a download of text that is made in pieces. */
  download(
    endpoint: AnyEndpoint,
    file: { readonly name: string; readonly type: string },
    write: (query: unknown) => AsyncGenerator<string>,
  ): void
}

/** The services of a built-in that serves a resource. */
interface ResourceDeps {
  readonly db: DatabaseService
  readonly audit: AuditService
  readonly host: RegisteringHost
}

export const builtinBackend = ({ db, audit, host }: ResourceDeps): ResourceBackend => ({
  queries: db.orm,
  transaction: (work) => db.orm.transaction(work),
  audit: (tx, entry) => audit.write(tx, entry),
  endpoint: (endpoint, handler) => host.endpoint(endpoint, handler),
  download: ({ path, access, query }, { name, type }, write) =>
    host.routes((app) => {
      app.get(path, { config: { access } }, async (request, reply) => {
        const asked = query?.safeParse(request.query)
        if (!asked?.success) throw new EndpointFailure('BAD_QUERY', 400)
        return reply
          .type(type)
          .header('content-disposition', `attachment; filename="${name}"`)
          .header('cache-control', 'no-store')
          .send(Readable.from(write(asked.data)))
      })
    }),
})
