import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { notFound, problem } from './panel-problem.ts'
import { filtered, idOf, noContent, ok, page, type PanelRequest, type PanelRoute } from './panel-route.ts'
import { panelTime, type PanelUserRow } from './panel-state.ts'
import { presentUser } from './present-account.ts'
import { alreadyTaken, validateBody } from './validate-body.ts'

const name = z.string().min(1).max(191)
const userBody = z.object({
  email: z.email().max(191),
  username: z
    .string()
    .min(1)
    .max(191)
    .regex(/^[a-z0-9](?:[\w.-]+)[a-z0-9]$/i),
  external_id: z.string().max(191).nullish(),
  password: z.string().min(8).nullish(),
  language: z.string().max(5).optional(),
  root_admin: z.boolean().optional(),
})
const bodies = {
  pterodactyl: userBody.extend({ first_name: name, last_name: name }),
  pelican: userBody.extend({ first_name: name.optional(), last_name: name.optional() }),
}

const requireUser = (request: PanelRequest) => {
  const user = request.state.users.find((row) => row.id === idOf(request))
  if (!user) throw notFound()
  return user
}

const refuseTaken = ({ state }: PanelRequest, wanted: z.output<typeof userBody>, self?: PanelUserRow) => {
  const others = state.users.filter((row) => row !== self)
  if (others.some((row) => row.email.toLowerCase() === wanted.email.toLowerCase()))
    throw alreadyTaken('email')
  if (others.some((row) => row.username === wanted.username.toLowerCase())) throw alreadyTaken('username')
  if (wanted.external_id && others.some((row) => row.external_id === wanted.external_id))
    throw alreadyTaken('external_id')
}

const createUser = (request: PanelRequest) => {
  const { state, dialect, now } = request
  const wanted = validateBody(bodies[dialect], request.body)
  refuseTaken(request, wanted)
  const user: PanelUserRow = {
    id: state.nextUserId++,
    external_id: wanted.external_id ?? null,
    uuid: randomUUID(),
    username: wanted.username.toLowerCase(),
    email: wanted.email,
    first_name: wanted.first_name ?? '',
    last_name: wanted.last_name ?? '',
    language: wanted.language ?? 'en',
    root_admin: wanted.root_admin ?? false,
    created_at: panelTime(now),
    updated_at: panelTime(now),
  }
  state.users.push(user)
  return {
    status: 201,
    body: { ...presentUser(user, dialect), meta: { resource: `/api/application/users/${user.id}` } },
  }
}

const updateUser = (request: PanelRequest) => {
  const user = requireUser(request)
  const wanted = validateBody(bodies[request.dialect], request.body)
  refuseTaken(request, wanted, user)
  user.email = wanted.email
  user.username = wanted.username.toLowerCase()
  user.first_name = wanted.first_name ?? user.first_name
  user.last_name = wanted.last_name ?? user.last_name
  user.language = wanted.language ?? user.language
  user.root_admin = wanted.root_admin ?? user.root_admin
  if (wanted.external_id !== undefined) user.external_id = wanted.external_id
  user.updated_at = panelTime(request.now)
  return ok(presentUser(user, request.dialect))
}

const deleteUser = (request: PanelRequest) => {
  const user = requireUser(request)
  if (request.state.servers.some((server) => server.user === user.id))
    throw problem(
      400,
      'DisplayException',
      'Cannot delete a user with active servers attached to their account. Please delete their servers before continuing.',
    )
  request.state.users = request.state.users.filter((row) => row !== user)
  return noContent
}

const viewExternal = (request: PanelRequest) => {
  const user = request.state.users.find((row) => row.external_id === request.params['external'])
  if (!user) throw notFound()
  return ok(presentUser(user, request.dialect))
}

const listUsers = (request: PanelRequest) => {
  const users = filtered(request, request.state.users, {
    email: (row) => row.email,
    uuid: (row) => row.uuid,
    username: (row) => row.username,
    external_id: (row) => row.external_id,
  })
  return page(request, users, (user) => presentUser(user, request.dialect))
}

export const userRoutes: PanelRoute[] = [
  { method: 'GET', path: '/users', handle: listUsers },
  { method: 'POST', path: '/users', handle: createUser },
  { method: 'GET', path: '/users/external/:external', handle: viewExternal },
  {
    method: 'GET',
    path: '/users/:id',
    handle: (request) => ok(presentUser(requireUser(request), request.dialect)),
  },
  { method: 'PATCH', path: '/users/:id', handle: updateUser },
  { method: 'DELETE', path: '/users/:id', handle: deleteUser },
]
