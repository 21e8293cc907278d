import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { endpointsOf } from '../../kernel/server/http/open-api.ts'
import type { ApiClient } from '../support/server/api-client.ts'
import { snapshotRows } from '../support/server/snapshot-rows.ts'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'

let server: TestServer
let customer: ApiClient
let root: ApiClient
let endpoints: readonly AnyEndpoint[]

beforeAll(async () => {
  server = await startTestServer()
  // Refusals alone shall be seen in the rows, not the worker.
  await server.server.core.runner.stop()
  customer = (await server.signIn()).api
  root = (await server.signIn({ role: 'Administrator' })).api
  endpoints = server.server.dispatcher.mounted().flatMap(({ app }) => endpointsOf(app))
})
afterAll(() => server.stop())

const pathOf = ({ path }: AnyEndpoint) => path.replaceAll(/:\w+/g, () => randomUUID())
const bodyOf = ({ method }: AnyEndpoint) => (method === 'GET' ? undefined : {})
const send = (api: ApiClient, endpoint: AnyEndpoint) =>
  api.send(endpoint.method, pathOf(endpoint), bodyOf(endpoint))
const isFlagOff = ({ access }: AnyEndpoint) =>
  access.flag !== undefined && !server.server.core.settings.isFlagOn(access.flag)
const guarded = () => endpoints.filter((each) => !('public' in each.access) && !isFlagOff(each))
const byPermission = () => guarded().filter((each) => 'permission' in each.access)

describe('every mounted endpoint', () => {
  it('is there to be crawled, each under a declared access', () => {
    expect(byPermission().length).toBeGreaterThan(20)
    for (const { access } of endpoints) {
      if ('public' in access) expect(access.public.length).toBeGreaterThan(5)
      if ('permission' in access) expect(access.permission).toMatch(/^[a-z0-9.]+$/)
    }
  })

  it('is not there while its feature is off', async () => {
    for (const endpoint of endpoints.filter(isFlagOff)) {
      const { status, body } = await send(root, endpoint)
      expect([endpoint.path, status, body.error_code]).toEqual([endpoint.path, 404, 'FEATURE_OFF'])
    }
  })

  it('refuses nobody with 401, and changes nothing', async () => {
    const before = await snapshotRows(server.pool)
    for (const endpoint of guarded()) {
      const { status, body } = await send(server.anonymous(), endpoint)
      expect([endpoint.path, status, body.error_code]).toEqual([endpoint.path, 401, 'UNAUTHENTICATED'])
    }
    expect(await snapshotRows(server.pool)).toEqual(before)
  })

  it('refuses a customer with 403 where a permission is asked for, and changes nothing', async () => {
    const before = await snapshotRows(server.pool)
    for (const endpoint of byPermission()) {
      const { status, body } = await send(customer, endpoint)
      expect([endpoint.path, status, body.error_code]).toEqual([endpoint.path, 403, 'FORBIDDEN'])
    }
    expect(await snapshotRows(server.pool)).toEqual(before)
  })

  it('refuses staff who hold every permission but the one', async () => {
    const all = new Set(byPermission().map(({ access }) => ('permission' in access ? access.permission : '')))
    for (const missing of all) {
      const { api } = await server.signIn({
        permissions: [...all].filter((each) => each !== missing && each !== 'admin.root'),
      })
      for (const endpoint of byPermission().filter(
        ({ access }) => 'permission' in access && access.permission === missing,
      ))
        expect([endpoint.path, (await send(api, endpoint)).status]).toEqual([endpoint.path, 403])
    }
  })

  it('lets in whoever holds exactly its permission, and never fails by itself', async () => {
    for (const endpoint of byPermission()) {
      const permission = 'permission' in endpoint.access ? endpoint.access.permission : ''
      const { api } = await server.signIn({ permissions: [permission] })
      const { body } = await send(api, endpoint)
      expect([
        endpoint.path,
        ['FORBIDDEN', 'UNAUTHENTICATED', 'INTERNAL'].includes(body.error_code ?? ''),
      ]).toEqual([endpoint.path, false])
    }
  })

  it('carries the security headers, also where it refuses', async () => {
    for (const endpoint of endpoints) {
      const { headers } = await send(server.anonymous(), endpoint)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toMatch(/no-store|no-cache/)
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })

  it('refuses unknown keys and text that the database cannot hold, and never with a 5xx', async () => {
    const texts = ['\u0000', '\uD800', "'; drop table kernel.identity; --", 'x'.repeat(100_000), '{{7*7}}']
    for (const endpoint of byPermission().filter(({ body }) => body)) {
      for (const text of texts) {
        const body = {
          name: text,
          is_admin: true,
          coins: 1e9,
          __proto__: null,
          constructor: { prototype: {} },
        }
        const { status } = await root.send(endpoint.method, pathOf(endpoint), body)
        expect([endpoint.path, status >= 400 && status < 500]).toEqual([endpoint.path, true])
      }
    }
  })
})
