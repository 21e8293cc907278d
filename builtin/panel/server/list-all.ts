import type { z } from 'zod'
import { pageOf } from './panel-answers.ts'
import type { PanelTransport } from './panel-transport.ts'

const perPage = '100'
// A panel that miscounts its pages must not keep us reading for ever.
const mostPages = 50

export const listAll = async <Shape extends z.ZodType>(
  transport: PanelTransport,
  path: string,
  entry: Shape,
) => {
  const rows: z.output<Shape>[] = []
  for (let page = 1; page <= mostPages; page += 1) {
    const answer = await transport.ask(
      { method: 'GET', path, query: { page: String(page), per_page: perPage } },
      pageOf(entry),
    )
    rows.push(...answer.data)
    if (page >= answer.meta.pagination.total_pages) break
  }
  return rows
}
