import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { answer } from '../answer.ts'
import { countRows } from './count-rows.ts'
import { readCursor, type Order, type Start } from './cursor.ts'
import { isUnreadableValue, readDatabaseFailure } from './database-failure.ts'
import { exportRows } from './export-rows.ts'
import { listConditions } from './list-conditions.ts'
import { loadPage } from './load-page.ts'
import { getColumn, toRow } from './resource-table.ts'
import type { ResourceContext } from './serve-resource.ts'

const newestFirst: Order = { sort: 'createdAt', order: 'desc' }

const readOrder = (
  { resource, failure }: ResourceContext,
  sort: string | undefined,
  order: Order['order'] | undefined,
): Order => {
  if (sort === undefined) return { ...newestFirst, ...(order && { order }) }
  if (!resource.columns.some((column) => column.sort && column.key === sort)) throw failure('BAD_QUERY')
  return { sort, order: order ?? 'asc' }
}

const readStart = ({ failure }: ResourceContext, cursor: string | undefined, order: Order): Start => {
  if (cursor === undefined) return { direction: 'next', at: null }
  const start = readCursor(cursor, order)
  if (!start) throw failure('BAD_CURSOR')
  return start
}

const getWhere = (
  context: ResourceContext,
  asked: { search?: string | undefined; filter?: string | undefined },
) => {
  const conditions = listConditions(context.resource, context.table, asked)
  if (!conditions) throw context.failure('BAD_QUERY')
  return conditions.where
}

const handleList = (context: ResourceContext) =>
  answer(context.endpoints.list, async ({ query }) => {
    const { resource, table, show } = context
    const { orm } = context.db
    const order = readOrder(context, query.sort, query.order)
    const start = readStart(context, query.cursor, order)
    const where = getWhere(context, query)
    const column = getColumn(table, order.sort)
    const page = await loadPage(orm, { table, where, column, order, start, limit: query.limit }).catch(
      (error: unknown) => {
        throw start.at && isUnreadableValue(readDatabaseFailure(error))
          ? context.failure('BAD_CURSOR')
          : error
      },
    )
    const items = await show(page.rows.map((row) => toRow(resource, row)))
    const total = await countRows(orm, table, where)
    return { items: shown(items), next: page.next, previous: page.previous, total }
  })

/** The reply's types say `unknown` for what only the resource's own schema knows. */
export const shown = <Row>(rows: readonly Row[]): never => rows as never

const handleGet = (context: ResourceContext) =>
  answer(context.endpoints.get, async ({ params }) => {
    const { table, resource, show } = context
    const [stored] = await context.db.orm.select().from(table).where(eq(table.id, params.id))
    if (!stored) throw context.failure('NOT_FOUND')
    const [item] = await show([toRow(resource, stored)])
    return { item: item as never }
  })

const mountExport = (context: ResourceContext) => {
  const { host, endpoints, resource, table, show: present } = context
  const { access } = endpoints.list
  host.routes((app) => {
    app.get(endpoints.exportCsv, { config: { access } }, async (request, reply) => {
      const asked = endpoints.list.query?.safeParse(request.query)
      if (!asked?.success) throw context.failure('BAD_QUERY')
      const where = getWhere(context, asked.data)
      const rows = exportRows(context.db.orm, { resource, table, where, present })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${resource.id}.csv"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(rows))
    })
  })
}

/** Mounts what reads: list, get and the export. */
export function handleListing(context: ResourceContext): void {
  context.host.endpoint(context.endpoints.list, handleList(context))
  context.host.endpoint(context.endpoints.get, handleGet(context))
  mountExport(context)
}
