import {
  memberOf,
  resourceEndpoints,
  type ResourceEndpoints,
  type ServiceToken,
} from '@spawnpoint/sdk/common'
import {
  RESOURCE_FAILURES,
  routeOf,
  type FieldsOf,
  type Resource,
  type ResourceService,
} from '@spawnpoint/sdk/resource'
import { EndpointFailure } from '../answer.ts'
import { Database, type DatabaseService } from '../database.ts'
import { createTrustedServer, type TrustedServer } from '../plugin-server.ts'
import { AuditTargets, readAuditTargets, type AuditTargetSource } from '../audit-targets.ts'
import { ConfigurationSections, type ConfigurationSection } from '../configuration-sections.ts'
import { ExportSources, resourceExport, type ExportSource } from '../export-sources.ts'
import type { AnyContext } from '../plugin-context.ts'
import type { RegisteringHost, Registrar } from '../server-host.ts'
import { Audit, type AuditService } from '../services.ts'
import type { Tokens, Used, Uses } from '../uses.ts'
import { handleListing } from './handle-listing.ts'
import { handleWriting } from './handle-writing.ts'
import { pluginBackend } from './plugin-backend.ts'
import { builtinBackend, type ResourceBackend } from './resource-backend.ts'
import type { ResourceFail, ResourceHooks } from './resource-hooks.ts'
import { resourceSection } from './resource-section.ts'
import { createResourceService } from './resource-service.ts'
import { getColumn, resourceTable, type ResourceRow, type ResourceTable } from './resource-table.ts'
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
  readonly uses: Tokens
  /** Under which its rows are offered as configuration, where they belong to it. */
  readonly section: ServiceToken<ConfigurationSection>
  /** Under which its rows are named in the audit log. */
  readonly targets: ServiceToken<AuditTargetSource>
  /** Under which its rows are exported. */
  readonly exports: ServiceToken<ExportSource>
  /** Mounts it; answers its service, section, the names of its rows and the rows for the export. */
  serve(
    services: never,
    host: RegisteringHost,
  ): {
    readonly service: unknown
    readonly section: ConfigurationSection | undefined
    readonly targets: AuditTargetSource
    readonly exports: ExportSource
  }
  serveAdded(context: AnyContext, registrar: Registrar): void
}

/**
 * Serves a resource: list, get, create, update, remove and the CSV export, with keyset paging both ways, sorting, search
 * and filters in the database, optimistic concurrency, and audit entries in the same transaction. It offers the service of
 * the resource. An added plugin names its manifest instead of tokens; its resources have no CSV export.
 *
 * @example
 * serveResource(departments, { log: Log }, ({ log }) => ({
 *   async beforeDelete({ row }) {
 *     log.info({ department: row.id }, 'a department is being deleted')
 *   },
 * }))
 */
export const serveResource = <X extends Resource, const U extends Uses = Tokens>(
  resource: X,
  uses?: U,
  hooksOf: (used: Used<U>) => ResourceHooks<X> = () => ({}),
): ServedResource => ({
  token: resource.service,
  section: memberOf(ConfigurationSections, resource.id),
  targets: memberOf(AuditTargets, resource.id),
  exports: memberOf(ExportSources, `resource ${resource.id}`),
  uses: { ...(uses as Tokens | undefined), 'resource.db': Database, 'resource.audit': Audit },
  serve(services: Used<U> & { 'resource.db': DatabaseService; 'resource.audit': AuditService }, host) {
    const { 'resource.db': db, 'resource.audit': audit } = services
    return mountResource(resource, builtinBackend({ db, audit, host }), hooksOf(services))
  },
  serveAdded(context, registrar) {
    mountResource(resource, pluginBackend(context, registrar), hooksOf(context as unknown as Used<U>))
  },
})

interface Mounted<X extends Resource> {
  readonly service: ResourceService<FieldsOf<X>>
  readonly section: ConfigurationSection | undefined
  readonly targets: AuditTargetSource
  readonly exports: ExportSource
}

function mountResource<X extends Resource>(
  resource: X,
  backend: ResourceBackend,
  hooks: ResourceHooks<X>,
): Mounted<X> {
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
  const service = createResourceService<X>(context)
  const { configuration } = hooks
  // The values of a section have passed the schema, which the types are made from.
  const rows = service as unknown as ResourceService<FieldsOf<Resource>>
  return {
    service,
    section: configuration && resourceSection(resource, rows, configuration),
    targets: readAuditTargets(backend.queries, {
      prefix: resource.id,
      permission: resource.permissions.list,
      page: routeOf(resource, 'edit'),
      table,
      id: table.id,
      name: getColumn(table, resource.title),
    }),
    exports: resourceExport(resource, (field) => getColumn(table, field), table, hooks.export?.omit ?? []),
  }
}

/**
 * The server module of a plugin that is only a resource.
 *
 * @example export default resourceServer(departments)
 */
export const resourceServer = (resource: Resource): TrustedServer =>
  createTrustedServer({ resources: [serveResource(resource)] })
