import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { routesOf, type MountedRoute } from '../../kernel/server/http/mounted-routes.ts'
import type { Answer, ApiClient } from '../support/server/api-client.ts'
import { expectHeaders, nameOf, send, usualStatus } from '../support/server/route-crawl.ts'
import { soak } from '../support/soak.ts'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'
import { watchWrites } from '../support/server/watch-writes.ts'

let server: TestServer
let routes: readonly MountedRoute[]
let writes: Awaited<ReturnType<typeof watchWrites>>

beforeAll(async () => {
  // A start that becomes steady meanwhile would delete its record, which no call did.
  server = await startTestServer({ steadyAfterMs: 3_600_000 })
  const { core, dispatcher } = server.server
  // Stop the worker, so that only the calls' writes are seen.
  await core.runner.stop()
  // HEAD is the same handler as the GET beside it.
  routes = dispatcher
    .mounted()
    .flatMap(({ app }) => routesOf(app))
    .filter(({ method }) => method !== 'HEAD')
  await switchFlags(true)
  writes = await watchWrites(server.pool)
})
afterAll(() => server.stop())

const flagsOf = () => [...new Set(routes.flatMap(({ access }) => access.flag ?? []))]
async function switchFlags(on: boolean) {
  await server.server.core.settings.write(Object.fromEntries(flagsOf().map((flag) => [flag, on])))
  // Listeners to settings may write after the call has ended.
  await vi.waitFor(() => expect(server.pool.idleCount).toBe(server.pool.totalCount))
}

/** A refusal leaves every row as it was: nobody gets a foot in the door by being turned away. */
async function ask(who: string, api: ApiClient, route: MountedRoute) {
  await writes.take()
  const answer = await send(api, route)
  const name = `${who}: ${nameOf(route)}`
  expectHeaders(name, answer)
  if (answer.status >= 400) expect([name, await writes.take()]).toEqual([name, []])
  return answer
}

const isPublic = ({ access }: MountedRoute) => 'public' in access
const permissionOf = ({ access }: MountedRoute) => ('permission' in access ? access.permission : null)
const alternativesOf = ({ access }: MountedRoute) =>
  'permission' in access ? (access.alternatives ?? []) : []
const guarded = () => routes.filter((route) => !isPublic(route))
const byPermission = () => guarded().filter((route) => permissionOf(route) !== null)
const allPermissions = () => [...new Set(byPermission().map((route) => permissionOf(route) ?? ''))]

/** Answers to a call without content that are neither usual nor a matter of rights. */
const peculiar: Readonly<Record<string, number>> = {
  'GET /api/user/session': 401,
  'POST /api/system/csp-reports': 204,
  // Without METRICS_TOKEN it is not there.
  'GET /api/metrics': 404,
  // Redirects to the account page.
  'GET /api/auth/2fa/setup/kill': 303,
  // There are none while the second factor is off.
  'POST /api/auth/2fa/recovery-codes': 409,
  // The mail server is not configured.
  'POST /api/mail/test': 409,
  // Neither is a sender whose domain could be looked up.
  'POST /api/mail/dns': 409,
  'POST /api/mail/address/retry': 409,
  // A report is that of a month.
  'GET /api/coins/reports/:month': 400,
  'GET /api/coins/reports/file': 400,
  // Asked with the consent, before the plugin is there.
  'GET /api/coins/plugin-budgets/:plugin': 200,
  // The messages of a plugin stay in sight after it has gone, and one that sent none has an empty list.
  'GET /api/webhooks/plugins/:plugin/addresses': 200,
  'GET /api/webhooks/plugins/:plugin/deliveries': 200,
  // Nothing was drawn for the caller yet.
  'GET /api/mail-templates/preview': 404,
  // A form without the signed link.
  'POST /api/image-hosting/deletions': 404,
  // No application at Discord is configured.
  'POST /api/j4r-servers/checks': 409,
  // The caller is in their own account.
  'DELETE /api/impersonation': 409,
  // There is none until the operator sets a contact.
  'GET /.well-known/security.txt': 404,
  // No page has this name.
  'GET /api/docs/sdk/*': 404,
  // Dropping what is not there has succeeded.
  'DELETE /api/plugin-manager/packages/:review': 200,
}
const openStatus = (route: MountedRoute) => peculiar[nameOf(route)] ?? usualStatus(route)

const crawl = async (some: readonly MountedRoute[], call: (route: MountedRoute) => Promise<Answer>) => {
  const statuses: Record<string, number> = {}
  for (const route of some) statuses[nameOf(route)] = (await call(route)).status
  return statuses
}
const wanted = (some: readonly MountedRoute[], statusOf: (route: MountedRoute) => number) =>
  Object.fromEntries(some.map((route) => [nameOf(route), statusOf(route)]))

describe('every mounted route', () => {
  it('is there to be crawled, each under a declared access, downloads and redirects too', () => {
    expect(byPermission().length).toBeGreaterThan(60)
    const raw = routes.filter(({ endpoint }) => endpoint === null).map(nameOf)
    expect(raw).toEqual(
      expect.arrayContaining([
        'GET /api/auth/2fa/setup/kill',
        'GET /api/system/custom.css',
        'GET /api/system/custom.js',
        'GET /api/roles/export.csv',
        'GET /api/docs',
      ]),
    )
    for (const { access } of routes) {
      if ('public' in access) expect(access.public.length).toBeGreaterThan(5)
      if ('permission' in access) expect(access.permission).toMatch(/^[a-z0-9.]+$/)
    }
  })

  it('answers nobody with 401 where somebody must call', async () => {
    for (const route of guarded()) {
      const { status, body } = await ask('nobody', server.anonymous(), route)
      expect([nameOf(route), status, body.error_code]).toEqual([nameOf(route), 401, 'UNAUTHENTICATED'])
    }
  })

  it.each(soak(['a customer', 'another customer'], ['a customer']))(
    'is open to %s exactly where no permission is asked for',
    async (who) => {
      const statuses = await crawl(guarded(), async (route) => ask(who, (await server.signIn()).api, route))
      expect(statuses).toEqual(
        wanted(guarded(), (route) => (permissionOf(route) === null ? openStatus(route) : 403)),
      )
    },
  )

  it('is closed to staff who hold every permission but the one', async () => {
    const acceptedBy = (route: MountedRoute) => [permissionOf(route) ?? '', ...alternativesOf(route)]
    for (const [accepted, same] of Map.groupBy(byPermission(), (route) => acceptedBy(route).join(' '))) {
      const missing = [...accepted.split(' '), 'admin.root']
      const { api } = await server.signIn({
        permissions: allPermissions().filter((each) => !missing.includes(each)),
      })
      for (const route of same) {
        const { status, body } = await ask('staff', api, route)
        expect([nameOf(route), status, body.error_code]).toEqual([nameOf(route), 403, 'FORBIDDEN'])
      }
    }
  })

  it('is open to whoever holds exactly its permission', async () => {
    const statuses = await crawl(byPermission(), async (route) => {
      const { api } = await server.signIn({ permissions: [permissionOf(route) ?? ''] })
      return ask('holder', api, route)
    })
    expect(statuses).toEqual(wanted(byPermission(), openStatus))
  })

  it('is open to a holder of one of its alternatives', async () => {
    const some = byPermission().filter((route) => alternativesOf(route).length > 0)
    expect(some.map(nameOf)).toContain('GET /api/locations/:id')
    for (const route of some)
      for (const permission of alternativesOf(route)) {
        const { api } = await server.signIn({ permissions: [permission] })
        const { status } = await ask('holder', api, route)
        expect([nameOf(route), permission, status]).toEqual([nameOf(route), permission, openStatus(route)])
      }
  })

  it('answers everybody alike where it is public', async () => {
    const open = routes.filter(isPublic)
    expect(await crawl(open, (route) => ask('nobody', server.anonymous(), route))).toEqual(
      wanted(open, openStatus),
    )
    const { api } = await server.signIn({ role: 'Administrator' })
    const toRoot = { ...wanted(open, openStatus), 'GET /api/user/session': 200 }
    expect(await crawl(open, (route) => ask('root', api, route))).toEqual(toRoot)
  })

  it('refuses a write from another site, whoever sends it', async () => {
    const { api } = await server.signIn({ role: 'Administrator' })
    await writes.take()
    for (const route of routes.filter(({ method, access }) => method !== 'GET' && !('origin' in access))) {
      const path = route.path.replaceAll(/:\w+/g, () => crypto.randomUUID())
      const { status, body } = await api.send(
        route.method,
        path,
        {},
        {
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
        },
      )
      expect([nameOf(route), status, body.error_code]).toEqual([nameOf(route), 403, 'FOREIGN_ORIGIN'])
    }
    expect(await writes.take()).toEqual([])
  })

  it('refuses unknown keys and text that the database cannot hold, and never with a 5xx', async () => {
    const { api } = await server.signIn({ role: 'Administrator' })
    const texts = ['\u0000', '\uD800', "'; drop table kernel.identity; --", 'x'.repeat(100_000), '{{7*7}}']
    for (const [index, route] of byPermission()
      .filter(({ endpoint }) => endpoint?.body)
      .entries()) {
      for (const name of soak(texts, [texts[index % texts.length]])) {
        const body = { name, is_admin: true, coins: 1e9, __proto__: null, constructor: { prototype: {} } }
        const path = route.path.replaceAll(/:\w+/g, () => crypto.randomUUID())
        const { status } = await api.send(route.method, path, body)
        expect([nameOf(route), status >= 400 && status < 500]).toEqual([nameOf(route), true])
      }
    }
  })

  it('is not there while its feature is off', async () => {
    await switchFlags(false)
    const { api } = await server.signIn({ role: 'Administrator' })
    for (const route of routes.filter(({ access }) => access.flag !== undefined)) {
      const { status, body } = await ask('root', api, route)
      expect([nameOf(route), status, body.error_code]).toEqual([nameOf(route), 404, 'FEATURE_OFF'])
    }
    await switchFlags(true)
  })
})
