import { resourceEndpoints, type ResourceEndpoints } from '@spawnpoint/sdk/common'
import {
  RESOURCE_FAILURES,
  type FieldsOf,
  type Resource,
  type ResourceService,
} from '@spawnpoint/sdk/resource'
import { EndpointFailure } from '../answer.ts'
import { Database } from '../database.ts'
import { defineServerPart, type ServerPart } from '../server-part.ts'
import { Audit } from '../services.ts'
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

/**
 * Serves a resource: list, get, create, update, remove and the CSV export, with keyset paging both ways, sorting, search
 * and filters in the database, optimistic concurrency, and audit entries in the same transaction. Returns its service.
 * An added plugin passes its context instead of services; its resources have no CSV export.
 *
 * @example defineServerPart({ uses: { db: Database, audit: Audit }, setup: ({ db, audit }, host) => void serveResource(departments, { db, audit, host }) })
 */
export function serveResource<X extends Resource>(
  resource: X,
  deps: ResourceDeps | PluginResourceContext,
  hooks: ResourceHooks<X> = {},
): ResourceService<FieldsOf<X>> {
  return mountResource(resource, 'http' in deps ? pluginBackend(deps) : builtinBackend(deps), hooks)
}

function mountResource<X extends Resource>(
  resource: X,
  backend: ResourceBackend,
  hooks: ResourceHooks<X>,
): ResourceService<FieldsOf<X>> {
  const statuses: Readonly<Record<string, number>> = { ...resource.fails, ...RESOURCE_FAILURES }
  const table: ResourceTable = resourceTable(resource as Resource)
  const usage = createUsageChecks()
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
export const resourceServer = (resource: Resource): ServerPart =>
  defineServerPart({
    uses: { db: Database, audit: Audit },
    provides: resource.service,
    setup: ({ db, audit }, host) => serveResource(resource, { db, audit, host }),
  }) as unknown as ServerPart
