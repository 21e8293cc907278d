import {
  resourceEndpoints,
  type ResourceEndpoints,
  type ServicesOf,
  type ServiceToken,
} from '@spawnpoint/sdk/common'
import {
  RESOURCE_FAILURES,
  type FieldsOf,
  type Resource,
  type ResourceService,
} from '@spawnpoint/sdk/resource'
import { EndpointFailure } from '../answer.ts'
import { Database, type DatabaseService } from '../database.ts'
import { createTrustedServer, type TrustedServer } from '../plugin-server.ts'
import type { ServerHost } from '../server-part.ts'
import { Audit, type AuditService } from '../services.ts'
import type { Uses } from '../uses.ts'
import { handleListing } from './handle-listing.ts'
import { handleWriting } from './handle-writing.ts'
import { pluginBackend, type PluginResourceContext } from './plugin-backend.ts'
import { builtinBackend, type ResourceBackend, type ResourceDeps } from './resource-backend.ts'
import type { ResourceFail, ResourceHooks } from './resource-hooks.ts'
import { createResourceService } from './resource-service.ts'
import { resourceTable, type ResourceRow, type ResourceTable } from './resource-table.ts'
import { createUsageChecks, type UsageChecks } from './usage-checks.ts'

/** One resource with everything that its handlers share. */
export interface ResourceContext {
  readonly resource: Resource
  readonly table: ResourceTable
  readonly backend: ResourceBackend
  readonly hooks: ResourceHooks<Resource>
  readonly usage: UsageChecks
  readonly endpoints: ResourceEndpoints
  readonly show: (rows: readonly ResourceRow[]) => Promise<readonly ResourceRow[]>
  readonly fail: ResourceFail
}

/** A resource with its server behavior, for the list `resources` of a plugin's server module. @example const resources: readonly ServedResource[] = [serveResource(departments)] */
export interface ServedResource {
  readonly token: ServiceToken<unknown>
  readonly uses: Uses
  serve(services: never, host: ServerHost): unknown
}

/**
 * Serves a resource: list, get, create, update, remove and the CSV export, with keyset paging both ways, sorting, search
 * and filters in the database, optimistic concurrency, and audit entries in the same transaction. It offers the service of
 * the resource. An added plugin passes its context instead of services; its resources have no CSV export.
 *
 * @example
 * serveResource(departments, { log: Log }, ({ log }) => ({
 *   async beforeDelete({ row }) {
 *     log.info({ department: row.id }, 'a department is being deleted')
 *   },
 * }))
 */
export function serveResource<X extends Resource, const U extends Uses = Uses>(
  resource: X,
  uses?: U,
  hooks?: (services: ServicesOf<U>) => ResourceHooks<X>,
): ServedResource
export function serveResource<X extends Resource>(
  resource: X,
  deps: ResourceDeps | PluginResourceContext,
  hooks?: ResourceHooks<X>,
): ResourceService<FieldsOf<X>>
export function serveResource<X extends Resource>(
  resource: X,
  given: Uses | ResourceDeps | PluginResourceContext = {},
  hooks?: unknown,
): unknown {
  if (isContext(given))
    return mountResource(resource, pluginBackend(given), (hooks ?? {}) as ResourceHooks<X>)
  if (isDeps(given)) return mountResource(resource, builtinBackend(given), (hooks ?? {}) as ResourceHooks<X>)
  const hooksOf = (hooks ?? (() => ({}))) as (services: unknown) => ResourceHooks<X>
  return {
    token: resource.service,
    uses: { ...given, 'resource.db': Database, 'resource.audit': Audit },
    serve: (
      services: { 'resource.db': DatabaseService; 'resource.audit': AuditService },
      host: ServerHost,
    ) => {
      const deps = { db: services['resource.db'], audit: services['resource.audit'], host }
      return mountResource(resource, builtinBackend(deps), hooksOf(services))
    },
  }
}

const isContext = (given: object): given is PluginResourceContext => 'http' in given
const isDeps = (given: object): given is ResourceDeps => 'host' in given

function mountResource<X extends Resource>(
  resource: X,
  backend: ResourceBackend,
  hooks: ResourceHooks<X>,
): ResourceService<FieldsOf<X>> {
  const statuses: Readonly<Record<string, number>> = { ...resource.fails, ...RESOURCE_FAILURES }
  const table: ResourceTable = resourceTable(resource as Resource)
  const usage = createUsageChecks()
  if (hooks.usage) usage.add(hooks.usage)
  // Rows and values have passed the resource's own schemas, which the types are made from.
  const untyped = hooks as unknown as ResourceHooks<Resource>
  const context: ResourceContext = {
    resource,
    table,
    backend,
    hooks: untyped,
    usage,
    endpoints: resourceEndpoints<Resource>(resource),
    show: async (rows) => {
      if (!untyped.present || rows.length === 0) return rows
      return (await untyped.present(rows)) as readonly ResourceRow[]
    },
    fail: (code, more) => new EndpointFailure(code, statuses[code] ?? 400, more),
  }
  handleListing(context)
  handleWriting(context)
  return createResourceService(resource, table, backend.queries, usage)
}

/**
 * The server module of a plugin that is only a resource.
 *
 * @example export default resourceServer(departments)
 */
export const resourceServer = (resource: Resource): TrustedServer =>
  createTrustedServer({ resources: [serveResource(resource)] })
