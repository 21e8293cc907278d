import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { PanelBodies } from './panel-bodies.ts'
import { panelErrors, type PanelErrorAnswer } from './panel-errors.ts'
import * as records from './panel-records.ts'
import type { PanelVersion } from './panel-versions.ts'

/** A call that has passed every check. */
export interface StrictCall {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: unknown
}

export type StrictAnswer = PanelErrorAnswer

export interface StrictRoute {
  readonly method: string
  /** As the panel's own route table writes it. */
  readonly path: string
  /** Every parameter that we may send, and no other. */
  readonly query?: Readonly<Record<string, RegExp>>
  readonly body?: keyof PanelBodies
  readonly answer: (call: StrictCall) => StrictAnswer
}

const ok = (body: unknown, status = 200): StrictAnswer => ({ status, body })
const noContent: StrictAnswer = { status: 204, body: undefined }
const number = /^[1-9]\d*$/
const paging = { page: number, per_page: number }

const page = ({ query }: StrictCall, all: readonly unknown[]) => {
  const size = Number(query.get('per_page') ?? 50)
  const current = Number(query.get('page') ?? 1)
  const data = all.slice((current - 1) * size, current * size)
  const pagination = {
    total: all.length,
    count: data.length,
    per_page: size,
    current_page: current,
    total_pages: Math.max(1, Math.ceil(all.length / size)),
    links: {},
  }
  return ok({ ...records.list(data), meta: { pagination } })
}

type Body<Name extends keyof PanelBodies> = z.output<PanelBodies[Name]>

const userRoutes = (version: PanelVersion, { users, servers }: records.PanelRows): StrictRoute[] => {
  const show = (row: records.UserRow | undefined, status = 200) =>
    row ? ok(records.userRecord(version, row), status) : panelErrors.notFound
  const byId = ({ params }: StrictCall) => users.find(({ id }) => String(id) === params['id'])
  const taken = (wanted: Body<'user'>, self?: records.UserRow) =>
    (['email', 'username', 'external_id'] as const).find((field) =>
      users.some((row) => row !== self && wanted[field] !== null && row[field] === wanted[field]),
    )
  return [
    {
      method: 'GET',
      path: '/users',
      query: { ...paging, 'filter[email]': /.+/ },
      answer: (call) => {
        const part = call.query.get('filter[email]')?.toLowerCase() ?? ''
        const found = users.filter(({ email }) => email.toLowerCase().includes(part))
        return page(
          call,
          found.map((row) => records.userRecord(version, row)),
        )
      },
    },
    {
      method: 'GET',
      path: '/users/external/:id',
      answer: ({ params }) => show(users.find(({ external_id }) => external_id === params['id'])),
    },
    { method: 'GET', path: '/users/:id', answer: (call) => show(byId(call)) },
    {
      method: 'POST',
      path: '/users',
      body: 'user',
      answer: ({ body }) => {
        const wanted = body as Body<'user'>
        const field = taken(wanted)
        if (field) return panelErrors.taken(field)
        const row = { ...wanted, id: users.length + 1, uuid: randomUUID() }
        users.push(row)
        return show(row, 201)
      },
    },
    {
      method: 'PATCH',
      path: '/users/:id',
      body: 'user',
      answer: (call) => {
        const row = byId(call)
        const wanted = call.body as Body<'user'>
        const field = row && taken(wanted, row)
        if (field) return panelErrors.taken(field)
        if (row) Object.assign(row, wanted)
        return show(row)
      },
    },
    {
      method: 'DELETE',
      path: '/users/:id',
      answer: (call) => {
        const row = byId(call)
        if (!row) return panelErrors.notFound
        if (servers.some(({ user }) => user === row.id))
          return panelErrors.display('Cannot delete a user with active servers attached to their account.')
        users.splice(users.indexOf(row), 1)
        return noContent
      },
    },
  ]
}

const catalogueRoutes = (version: PanelVersion, rows: records.PanelRows): StrictRoute[] => {
  const include = { include: /^variables$/ }
  const nodes: StrictRoute = {
    method: 'GET',
    path: '/nodes',
    query: paging,
    answer: (call) => page(call, [records.nodeRecord(version, rows)]),
  }
  const freePorts: StrictRoute = {
    method: 'GET',
    path: '/nodes/:node/allocations',
    query: { ...paging, 'filter[server_id]': /^0$/ },
    answer: (call) =>
      page(
        call,
        [...rows.ports]
          .filter(([, server]) => server === null)
          .map(([id, server]) => records.portRecord(id, server)),
      ),
  }
  const egg = ({ params, query }: StrictCall) =>
    params['egg'] === '1' && (params['nest'] ?? '1') === '1'
      ? ok(records.eggRecord(version, query.has('include')))
      : panelErrors.notFound
  const eggs = () => ok(records.list([records.eggRecord(version, false)]))
  if (version.dialect === 'pelican')
    return [
      nodes,
      {
        method: 'GET',
        path: '/nodes/:node',
        answer: ({ params }) =>
          params['node'] === '1' ? ok(records.nodeRecord(version, rows)) : panelErrors.notFound,
      },
      freePorts,
      { method: 'GET', path: '/eggs', answer: eggs },
      { method: 'GET', path: '/eggs/:egg', query: include, answer: egg },
    ]
  return [
    nodes,
    freePorts,
    {
      method: 'GET',
      path: '/locations',
      query: paging,
      answer: (call) => page(call, [records.locationRecord()]),
    },
    { method: 'GET', path: '/nests', query: paging, answer: (call) => page(call, [records.nestRecord()]) },
    { method: 'GET', path: '/nests/:nest/eggs', answer: eggs },
    { method: 'GET', path: '/nests/:nest/eggs/:egg', query: include, answer: egg },
  ]
}

const includeOf = ({ query }: StrictCall) => query.get('include')?.split(',') ?? []

const create = (
  rows: records.PanelRows,
  wanted: Body<'newServer'>,
  lastId: number,
): records.ServerRow | null => {
  const free = [...rows.ports].filter(([, server]) => server === null).map(([port]) => port)
  const port = 'allocation' in wanted ? Number(Object(wanted.allocation).default) : free[0]
  if (port === undefined || !free.includes(port)) return null
  const { user, egg, name, description, external_id } = wanted
  const { docker_image, startup, environment, limits, feature_limits } = wanted
  const row = { user, egg, name, description, external_id, docker_image, startup, environment }
  const id = lastId + 1
  rows.ports.set(port, id)
  return { ...row, limits, feature_limits, id, uuid: randomUUID(), status: 'installing', allocation: port }
}

const serverRoutes = (version: PanelVersion, rows: records.PanelRows): StrictRoute[] => {
  const { servers, users, ports } = rows
  let lastId = 0
  const includes = version.dialect === 'pelican' ? 'allocations|user' : 'location|allocations|user'
  const include = { include: new RegExp(`^(${includes})(,(${includes}))*$`) }
  const show = (call: StrictCall, row: records.ServerRow | undefined, status = 200) =>
    row ? ok(records.serverRecord(version, rows, row, includeOf(call)), status) : panelErrors.notFound
  const byId = ({ params }: StrictCall) => servers.find(({ id }) => String(id) === params['id'])
  const change = (call: StrictCall, fields: Partial<records.ServerRow>) => {
    const row = byId(call)
    if (row) Object.assign(row, fields)
    return row
  }
  const taken = ({ external_id }: Body<'details'>, self?: records.ServerRow) =>
    external_id !== null && servers.some((row) => row !== self && row.external_id === external_id)
  const hasUser = (user: number) => users.some(({ id }) => id === user)
  const noUser = panelErrors.fields([
    { field: 'user', rule: 'exists', detail: 'The selected User ID is invalid.' },
  ])
  const toggle = (action: string, status: string | null): StrictRoute => ({
    method: 'POST',
    path: `/servers/:id/${action}`,
    answer: (call) => (change(call, { status }) ? noContent : panelErrors.notFound),
  })
  return [
    {
      method: 'GET',
      path: '/servers',
      query: { ...paging, ...include },
      answer: (call) =>
        page(
          call,
          servers.map((row) => records.serverRecord(version, rows, row, includeOf(call))),
        ),
    },
    {
      method: 'GET',
      path: '/servers/external/:id',
      query: include,
      answer: (call) => {
        const row = servers.find(({ external_id }) => external_id === call.params['id'])
        const answer = show(call, row)
        // Its installation ends while somebody looks.
        if (row?.status === 'installing') row.status = null
        return answer
      },
    },
    { method: 'GET', path: '/servers/:id', query: include, answer: (call) => show(call, byId(call)) },
    {
      method: 'POST',
      path: '/servers',
      query: include,
      body: 'newServer',
      answer: (call) => {
        const wanted = call.body as Body<'newServer'>
        if (!hasUser(wanted.user)) return noUser
        if (taken(wanted)) return panelErrors.taken('external_id')
        const row = create(rows, wanted, lastId)
        if (!row) return panelErrors.noNode
        lastId = row.id
        servers.push(row)
        return show(call, row, 201)
      },
    },
    {
      method: 'PATCH',
      path: '/servers/:id/build',
      query: include,
      body: 'build',
      answer: (call) => {
        const wanted = call.body as Body<'build'>
        const row = byId(call)
        if (row && wanted.allocation !== row.allocation)
          return panelErrors.display(
            'The requested default allocation is not currently assigned to this server.',
          )
        return show(call, change(call, wanted))
      },
    },
    {
      method: 'PATCH',
      path: '/servers/:id/details',
      query: include,
      body: 'details',
      answer: (call) => {
        const wanted = call.body as Body<'details'>
        if (!hasUser(wanted.user)) return noUser
        if (taken(wanted, byId(call))) return panelErrors.taken('external_id')
        return show(call, change(call, wanted))
      },
    },
    toggle('suspend', 'suspended'),
    toggle('unsuspend', null),
    ...['/servers/:id', '/servers/:id/force'].map((path) => ({
      method: 'DELETE' as const,
      path,
      answer: (call: StrictCall) => {
        const row = byId(call)
        if (!row) return panelErrors.notFound
        servers.splice(servers.indexOf(row), 1)
        for (const [port, server] of ports) if (server === row.id) ports.set(port, null)
        return noContent
      },
    })),
  ]
}

/** The part of the application API that we call, as one version documents it. */
export const strictRoutes = (version: PanelVersion, rows: records.PanelRows): readonly StrictRoute[] => [
  ...userRoutes(version, rows),
  ...catalogueRoutes(version, rows),
  ...serverRoutes(version, rows),
]
