import type { Queries } from '@spawnpoint/sdk/common'
import type { FieldsOf, Resource, ResourceService } from '@spawnpoint/sdk/resource'
import { and, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { createHash } from 'node:crypto'
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

const IDS = 'ids'

const idsOf = (filter: Readonly<Record<string, unknown>>): unknown =>
  Object.keys(filter).length === 1 && Array.isArray(filter['id']) ? filter['id'] : undefined

/** Lists ask for the names of their rows with every page, so this one statement is built and planned once. */
const prepareByIds = (queries: Queries, table: ResourceTable, title: PgColumn) => {
  const rows = queries
    .select()
    .from(table)
    .where(sql`${table.id} = any(${sql.placeholder(IDS)})`)
    .orderBy(asc(title), asc(table.id))
  // A newer version of a plugin may have other columns, under which no statement of this name may be prepared.
  return rows.prepare(createHash('sha256').update(rows.toSQL().sql).digest('hex').slice(0, 32))
}

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
  let byIds: ReturnType<typeof prepareByIds> | undefined
  const service = {
    find: (id: string) => first(queries.select().from(table).where(eq(table.id, id))),
    list: async (filter: Readonly<Record<string, unknown>> = {}) => {
      const ids = idsOf(filter)
      const found: Record<string, unknown>[] = await (ids === undefined
        ? queries.select().from(table).where(filterOf(table, filter)).orderBy(asc(title), asc(table.id))
        : (byIds ??= prepareByIds(queries, table, title)).execute({ [IDS]: ids }))
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
