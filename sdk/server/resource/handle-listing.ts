import type { z } from 'zod'
import { and, eq, type SQL } from 'drizzle-orm'
import { countRows } from '../list/count-rows.ts'
import type { Order } from '../list/cursor.ts'
import { readPage } from '../list/read-page.ts'
import { exportRows } from './export-rows.ts'
import { listConditions } from './list-conditions.ts'
import { columnsOf, getColumn, toRow } from './resource-table.ts'
import type { ResourceContext } from './serve-resource.ts'

const newestFirst: Order = { sort: 'createdAt', order: 'desc' }

const isSortable = ({ resource }: ResourceContext, name: string) =>
  resource.dates.some((date) => date === name) ||
  (Object.hasOwn(resource.fields, name) && resource.fields[name]?.column?.sort === true)

const readOrder = (
  context: ResourceContext,
  sort: string | undefined,
  order: Order['order'] | undefined,
): Order => {
  if (sort === undefined) return { ...newestFirst, ...(order && { order }) }
  if (!isSortable(context, sort)) throw context.fail('BAD_QUERY')
  return { sort, order: order ?? 'asc' }
}

const getWhere = (
  { resource, table, fail }: ResourceContext,
  asked: { search?: string | undefined; filter?: string | undefined },
): SQL | undefined => {
  const conditions = listConditions(resource, table, asked)
  if (!conditions) throw fail('BAD_QUERY')
  return conditions.where
}

const mountList = (context: ResourceContext) =>
  context.backend.endpoint(context.endpoints.list, async ({ query }) => {
    const { resource, table, show } = context
    const { queries } = context.backend
    const { sort, order } = readOrder(context, query.sort, query.order)
    const where = getWhere(context, query)
    const page = await readPage({
      sort,
      order,
      by: getColumn(table, sort),
      id: table.id,
      cursor: query.cursor,
      limit: query.limit,
      read: async ({ past, orderBy, limit, position }) => {
        const selected = queries.select({ ...columnsOf(table), ...position }).from(table)
        const stored: readonly Record<string, unknown>[] = await selected
          .where(and(where, past))
          .orderBy(...orderBy)
          .limit(limit)
        return stored.map((row) => ({ ...row, id: String(row['id']) }))
      },
    })
    const shown = await show(page.items.map((row) => toRow(resource, row)))
    return { ...page, items: [...shown], total: await countRows(queries, table, where, page) }
  })

const mountGet = (context: ResourceContext) =>
  context.backend.endpoint(context.endpoints.get, async ({ params }) => {
    const { table, resource, show } = context
    const [stored] = await context.backend.queries.select().from(table).where(eq(table.id, params.id))
    if (!stored) throw context.fail('NOT_FOUND')
    const [item = toRow(resource, stored)] = await show([toRow(resource, stored)])
    return { item }
  })

const mountExport = (context: ResourceContext) => {
  const { endpoints, resource, table, show: present, backend } = context
  const { exportCsv } = endpoints
  const file = { name: `${resource.id}.csv`, type: 'text/csv; charset=utf-8' }
  backend.download(exportCsv, file, (query) => {
    // The backend has read it by the endpoint's schema.
    const where = getWhere(context, query as z.output<NonNullable<typeof exportCsv.query>>)
    return exportRows(backend.queries, { resource, table, where, present })
  })
}

const mountOptions = ({ endpoints, hooks, backend, fail, resource }: ResourceContext) => {
  for (const [field, endpoint] of Object.entries(endpoints.options)) {
    const load = hooks.options?.[field]
    if (!load) throw new Error(`E_RESOURCE_OPTIONS: ${resource.id} has no options for its field '${field}'`)
    backend.endpoint(endpoint, async ({ query }) => ({ choices: [...(await load({ query, fail }))] }))
  }
}

/** Mounts what reads: list, get, the export and the choices of selects. */
export function handleListing(context: ResourceContext): void {
  mountList(context)
  mountGet(context)
  mountExport(context)
  mountOptions(context)
}
