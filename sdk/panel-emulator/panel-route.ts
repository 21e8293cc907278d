import { problem } from './panel-problem.ts'
import type { PanelDialect, PanelState } from './panel-state.ts'

export type PanelRequest = {
  state: PanelState
  dialect: PanelDialect
  now: number
  buildDelayMs: number
  params: Record<string, string>
  query: URLSearchParams
  body: unknown
}
export type PanelReply = { status: number; body?: unknown }
export type PanelRoute = { method: string; path: string; handle: (request: PanelRequest) => PanelReply }

export const ok = (body: unknown): PanelReply => ({ status: 200, body })
export const noContent: PanelReply = { status: 204 }

export const item = (object: string, attributes: object) => ({ object, attributes })
export const list = (data: unknown[]) => ({ object: 'list', data })

const positive = (value: string | null, otherwise: number) =>
  value && /^\d+$/.test(value) ? Number(value) : otherwise

export const page = <Row>(request: PanelRequest, rows: Row[], present: (row: Row) => unknown) => {
  const perPage = Math.max(1, positive(request.query.get('per_page'), 50))
  const current = Math.max(1, positive(request.query.get('page'), 1))
  const shown = rows.slice((current - 1) * perPage, current * perPage)
  const pagination = {
    total: rows.length,
    count: shown.length,
    per_page: perPage,
    current_page: current,
    total_pages: Math.max(1, Math.ceil(rows.length / perPage)),
    links: {},
  }
  return ok({ ...list(shown.map(present)), meta: { pagination } })
}

/** `filter[name]=…` matches any part of the value, in any case, as the panel's query builder does. */
export const filtered = <Row>(
  request: PanelRequest,
  rows: Row[],
  allowed: Record<string, (row: Row) => string | null>,
) => {
  let found = rows
  for (const [key, wanted] of request.query) {
    const name = /^filter\[(.+)\]$/.exec(key)?.[1]
    if (name === undefined) continue
    const read = allowed[name]
    if (!read)
      throw problem(
        400,
        'InvalidFilterQuery',
        `Requested filter(s) \`${name}\` are not allowed. Allowed filter(s) are \`${Object.keys(allowed).join(', ')}\`.`,
      )
    found = found.filter((row) => (read(row) ?? '').toLowerCase().includes(wanted.toLowerCase()))
  }
  return found
}

export const included = (request: PanelRequest) => new Set((request.query.get('include') ?? '').split(','))

export const idOf = (request: PanelRequest, name = 'id') => positive(request.params[name] ?? null, 0)

const parametersOf = (pattern: string, path: string): Record<string, string> | null => {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value)
    else if (part !== value) return null
  }
  return params
}

export const findRoute = <Route extends { method: string; path: string }>(
  routes: readonly Route[],
  method: string,
  path: string,
) => {
  let pathKnown = false
  for (const route of routes) {
    const params = parametersOf(route.path, path)
    if (!params) continue
    if (route.method === method) return { route, params }
    pathKnown = true
  }
  if (pathKnown)
    throw problem(
      405,
      'MethodNotAllowedHttpException',
      `The ${method} method is not supported for route ${path.slice(1)}.`,
    )
  return null
}
