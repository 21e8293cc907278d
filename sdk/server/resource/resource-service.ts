import type { FieldsOf, Resource, ResourceService } from '@spawnpoint/sdk/resource'
import { and, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { asTransaction } from './as-transaction.ts'
import { getColumn, toRow, type ResourceTable } from './resource-table.ts'
import type { ResourceContext } from './serve-resource.ts'
import { changeRow, createRow, operator } from './write-rows.ts'

const filterOf = (table: ResourceTable, filter: Readonly<Record<string, unknown>>): SQL | undefined =>
  and(
    ...Object.entries(filter).map(([key, value]) =>
      Array.isArray(value) ? inArray(getColumn(table, key), value) : eq(getColumn(table, key), value),
    ),
  )

/** Operations on the rows of a resource, for other plugins. */
export const createResourceService = <X extends Resource>(
  context: ResourceContext,
): ResourceService<FieldsOf<X>> => {
  const { resource, table, usage } = context
  const { queries } = context.backend
  const first = async (rows: Promise<Record<string, unknown>[]>) => {
    const [stored] = await rows
    return stored ? toRow(resource, stored) : null
  }
  const title = getColumn(table, resource.title)
  const service = {
    find: (id: string) => first(queries.select().from(table).where(eq(table.id, id))),
    list: async (filter: Readonly<Record<string, unknown>> = {}) => {
      const rows = queries.select().from(table).where(filterOf(table, filter))
      const found: Record<string, unknown>[] = await rows.orderBy(asc(title), asc(table.id))
      return found.map((row) => toRow(resource, row))
    },
    lock: (tx: { readonly execute: unknown }, id: string, strength: 'share' | 'update' = 'update') =>
      first(asTransaction(tx).select().from(table).where(eq(table.id, id)).for(strength)),
    create: async (tx: { readonly execute: unknown }, values: Readonly<Record<string, unknown>>) => {
      const row = await first(asTransaction(tx).insert(table).values(values).returning())
      if (!row) throw new Error(`E_RESOURCE_INSERT: no row of ${resource.id} was written`)
      return row
    },
    change: async (
      tx: { readonly execute: unknown },
      ids: readonly string[],
      values: Readonly<Record<string, unknown>>,
    ) => {
      const isDifferent = or(
        ...Object.entries(values).map(
          ([key, value]) => sql`${getColumn(table, key)} is distinct from ${value}`,
        ),
      )
      const changed: unknown[] = await asTransaction(tx)
        .update(table)
        .set({ ...values, version: sql`${table.version} + 1`, updatedAt: sql`now()` })
        .where(and(inArray(table.id, [...ids]), isDifferent))
        .returning({ id: table.id })
      return changed.length
    },
    save: (id: string | null, values: Readonly<Record<string, unknown>>) =>
      id === null
        ? createRow(context, operator, values)
        : changeRow(context, operator, { id, version: null, wanted: values }),
    onDelete: usage.add,
  }
  // Rows have the declared fields, which the types are made from.
  return service as unknown as ResourceService<FieldsOf<X>>
}
