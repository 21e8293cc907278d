import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { routesOf, type MountedRoute } from '../../../kernel/server/http/mounted-routes.ts'
import type { ApiClient } from '../../support/server/api-client.ts'
import { soak } from '../../support/soak.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const flags = readRoutes().flatMap(({ access }) => access.flag ?? [])
  await server.server.core.settings.write(Object.fromEntries(flags.map((flag) => [flag, true])))
})
afterAll(() => server.stop())

const readRoutes = (): readonly MountedRoute[] =>
  server.server.dispatcher
    .mounted()
    .flatMap(({ app }) => routesOf(app))
    .filter(({ method }) => method === 'GET')

const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const id = '00000000-0000-4000-8000-000000000000'
const bytes = ['%00', 'a%00b', '%ff%fe', '%ED%A0%80', '%', '%2527%22%3B--%5C', '__proto__']
const numbers = ['999999999999999999999999999999', '-1', '1e999', '0000-01-01T00:00:00.000Z']
const cursors = [
  ['createdAt', 'desc', 'next', '0000-01-01T00:00:00.000Z', id],
  ['createdAt', 'desc', 'next', `2026-01-01T00:00:00.${'9'.repeat(300)}Z`, id],
  ['createdAt', 'desc', 'next', 'infinity', id],
  ['createdAt', 'desc', 'next', '\u0000', id],
  ['createdAt', 'desc', 'next', null, id],
  'x'.repeat(2_000),
].map(cursorOf)
const crafted = [...bytes, ...numbers]

/** Every value in the soak; in the short form a third of them, others for each name, and in each the NUL. */
const someOf = (values: readonly string[], index: number) =>
  soak(
    values,
    values.filter((value, at) => value === '%00' || at % 3 === index % 3),
  )

/** Every declared name with its values; exports and the like, which declare none, with those of a list. */
function queriesOf({ endpoint }: MountedRoute): readonly string[] {
  const shape = endpoint ? Object.keys(Object(endpoint.query && Reflect.get(endpoint.query, 'shape'))) : null
  const names = shape ?? ['search', 'filter', 'sort', 'cursor']
  return [
    'other=%00',
    ...names.flatMap((name, index) =>
      [...someOf(crafted, index), ...(name === 'cursor' ? cursors : [])].map((value) => `${name}=${value}`),
    ),
  ]
}

/** As many at once as one account may ask. */
async function statusesOf(api: ApiClient, paths: readonly string[]): Promise<readonly number[]> {
  const statuses: number[] = []
  for (let from = 0; from < paths.length; from += 8) {
    const answers = await Promise.all(paths.slice(from, from + 8).map((path) => api.get(path)))
    statuses.push(...answers.map(({ status }) => status))
  }
  return statuses
}

it('[KRN28] answers crafted bytes, numbers and cursors in any query and path of any read call, a NUL with 400', async () => {
  const { api } = await server.signIn({ role: 'Administrator' })
  const routes = readRoutes()
  expect(routes.length).toBeGreaterThan(60)
  const paths = routes.flatMap((route) => {
    const fill = (value: string) => route.path.replaceAll(/:(\w+)/g, () => value)
    const queries = queriesOf(route).map((query) => `${fill(randomUUID())}?${query}`)
    return route.path.includes(':') ? [...queries, ...crafted.map(fill)] : queries
  })
  const statuses = await statusesOf(api, paths)
  const answers = paths.map((path, index) => ({ path: path.slice(0, 120), status: statuses[index] ?? 0 }))
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(answers.filter(({ path, status }) => path.includes('=%00') && status !== 400)).toEqual([])
})

it('[KRN28] refuses a request with two Host headers', async () => {
  const ask = async (hosts: string) => {
    const socket = connect(server.server.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.end(`GET /api/health/live HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
    return (await text(socket)).split('\r\n')[0]
  }
  expect(await ask('Host: a\r\n')).toBe('HTTP/1.1 200 OK')
  expect(await ask('Host: a\r\nhost: b\r\n')).toBe('HTTP/1.1 400 Bad Request')
})
