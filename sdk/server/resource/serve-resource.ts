import {
  RESOURCE_FAILURES,
  resourceEndpoints,
  type Resource,
  type ResourceEndpoints,
  type Transaction,
} from '@spawnpoint/sdk/common'
import type { z } from 'zod'
import { EndpointFailure, type Actor } from '../answer.ts'
import type { DatabaseService } from '../database.ts'
import type { ServerHost } from '../server-part.ts'
import type { AuditService } from '../services.ts'
import { handleListing } from './handle-listing.ts'
import { handleWriting } from './handle-writing.ts'
import type { ResourceRow, ResourceTable } from './resource-table.ts'
import type { UsageChecks } from './usage-checks.ts'

/** What a person may write, as the resource's schema reads it. @example RowValues<typeof locations> */
export type RowValues<X> = X extends Resource<infer S> ? z.output<z.ZodObject<S>> : never

/** What a check of a write is given. @example const isRenamed = ({ values }: WriteContext<RowValues<typeof locations>>) => values.name !== undefined */
export interface WriteContext<Values> {
  readonly tx: Transaction
  readonly actor: Actor
  /** The row as it was; null when it is being created. */
  readonly before: ResourceRow | null
  /** What is about to be written: everything at creation, what changes at an edit. */
  readonly values: Partial<Values>
  /** Makes a declared failure; `fields` puts its words beside a field. */
  fail(
    code: string,
    more?: { details?: Readonly<Record<string, string | number>>; fields?: Readonly<Record<string, string>> },
  ): EndpointFailure
}

/** How a resource is served. @example ServedResource<typeof locations> */
export interface ServedResource<X extends Resource> {
  readonly table: ResourceTable
  readonly db: DatabaseService
  readonly audit: AuditService
  readonly host: ServerHost
  /** Who is asked, before a row is deleted, whether it is still in use. */
  readonly usage?: UsageChecks
  /** Checks a write before its transaction begins: the place to ask other services that may be slow. */
  beforeTransaction?(
    context: Omit<WriteContext<RowValues<X>>, 'tx' | 'before'> & { readonly id: string | null },
  ): Promise<void>
  /** Checks a write inside its transaction and may change or add values. */
  beforeWrite?(context: WriteContext<RowValues<X>>): Promise<Readonly<Record<string, unknown>>>
  /** Checks a deletion inside its transaction; the row is locked. */
  beforeDelete?(
    context: Omit<WriteContext<RowValues<X>>, 'values' | 'before'> & { row: ResourceRow },
  ): Promise<void>
  /** Adds the computed fields to rows that are about to be answered. */
  present?(rows: readonly ResourceRow[]): Promise<readonly ResourceRow[]>
}

/** One resource with everything that its handlers share. */
export interface ResourceContext extends ServedResource<Resource> {
  readonly resource: Resource
  readonly endpoints: ResourceEndpoints
  readonly show: (rows: readonly ResourceRow[]) => Promise<readonly ResourceRow[]>
  readonly failure: WriteContext<never>['fail']
}

/**
 * Mounts list, get, create, update, remove and the CSV export of a resource: keyset paging both ways, sorting,
 * search and filters in the database, optimistic concurrency, audit entries in the same transaction.
 * What the permissions leave out is not mounted.
 *
 * @example serveResource(locations, { table: location, db, audit, host })
 */
export function serveResource<X extends Resource>(resource: X, served: ServedResource<X>): void {
  const statuses: Readonly<Record<string, number>> = { ...resource.fails, ...RESOURCE_FAILURES }
  const present = served.present?.bind(served)
  const context: ResourceContext = {
    // The values that the hooks are given have passed the resource's own schema.
    ...(served as ServedResource<Resource>),
    resource,
    endpoints: resourceEndpoints(resource),
    show: async (rows) => (present && rows.length > 0 ? present(rows) : rows),
    failure: (code, more) => new EndpointFailure(code, statuses[code] ?? 400, more),
  }
  handleListing(context)
  handleWriting(context)
}
