import type { z } from 'zod'
import { PanelError } from '../contract/panel-error.ts'
import { pageOf } from './panel-answers.ts'
import type { PanelTransport } from './panel-transport.ts'

const perPage = 100
// A panel that miscounts its pages, or fills them with anything, must not keep us reading for ever.
const mostPages = 50
const longestMs = 20_000

const unusable = (detail: string) => new PanelError('unavailable', { detail })

/** Reads all pages of a list within 20 seconds: nobody waits longer for an answer that needs it. */
export const listAll = async <Shape extends z.ZodType>(
  transport: PanelTransport,
  path: string,
  entry: Shape,
) => {
  const rows: z.output<Shape>[] = []
  const endsAt = transport.now() + longestMs
  for (let page = 1; page <= mostPages; page += 1) {
    if (transport.now() > endsAt) throw unusable('The game panel takes too long to list everything.')
    const answer = await transport.ask(
      { method: 'GET', path, query: { page: String(page), per_page: String(perPage) } },
      pageOf(entry),
    )
    if (answer.data.length > perPage)
      throw unusable(`The game panel sent more than the ${perPage} entries that were asked for.`)
    rows.push(...answer.data)
    if (page >= answer.meta.pagination.total_pages) break
  }
  return rows
}
