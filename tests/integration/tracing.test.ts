import { callOut } from '@spawnpoint/sdk/server'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ROOT } from '../../kernel/server/version.ts'
import { activeTracer } from '../../sdk/server/spans.ts'
import { createTestDatabase } from '../support/database/create-test-database.ts'
import { productMigrations } from '../support/database/product-migrations.ts'
import { startFakeCollector, type CollectedSpan } from '../support/server/fake-collector.ts'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'

let collector: Awaited<ReturnType<typeof startFakeCollector>>
let server: TestServer
beforeAll(async () => {
  collector = await startFakeCollector()
  server = await startTestServer({
    env: {
      DATABASE_POOL: '5',
      TRUST_PROXY: '127.0.0.1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20letmein',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_BSP_SCHEDULE_DELAY: '20',
    },
  })
})
afterAll(() => server.stop())

const find = (is: (span: CollectedSpan) => boolean): Promise<CollectedSpan> =>
  vi.waitFor(() => {
    const span = collector.spans().find(is)
    if (!span) throw new Error(`not sent: ${collector.spans().map(({ name }) => name)}`)
    return span
  })
const childrenOf = ({ spanId }: CollectedSpan) => collector.spans().filter(({ parent }) => parent === spanId)

const aJob = (run: () => Promise<void>) => ({
  payload: z.object({}),
  maxAttempts: 1,
  timeoutMs: 60_000,
  schedule: null,
  run,
})

describe('a call', () => {
  it('[OPS31] is a span with its route, its status and each statement that it made, also behind its body', async () => {
    const answer = await server
      .anonymous()
      .post('/api/auth/login', { login: 'nobody@example.com', password: 'wrong horse battery' })
    expect(answer.status).toBe(400)
    const span = await find(({ name }) => name === 'POST /api/auth/login')
    expect(span).toMatchObject({ kind: 2, parent: null, failed: false })
    expect(span.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/auth/login',
      'url.path': '/api/auth/login',
      'http.response.status_code': 400,
      'spawnpoint.plugin': 'auth',
      'spawnpoint.request_id': answer.headers.get('x-request-id'),
    })
    const statements = childrenOf(span)
    const search = statements.find(({ attributes }) => /\$1/.test(String(attributes['db.query.text'])))
    expect(search).toMatchObject({ kind: 3, traceId: span.traceId, failed: false })
    expect(search?.attributes['db.system.name']).toBe('postgresql')
    expect(search?.name).toBe(search?.attributes['db.operation.name'])
    expect(collector.text()).not.toMatch(/nobody@|wrong horse|127\.0\.0\.1/)
    expect(span.resource).toMatchObject({
      'service.name': 'spawnpoint',
      'deployment.environment.name': 'test',
    })
    expect(collector.calls()[0]).toEqual({
      path: '/v1/traces',
      type: 'application/json',
      authorization: 'Bearer letmein',
    })
  })

  it('[OPS31] keeps its statements where its body comes late', async () => {
    const body = JSON.stringify({ login: 'late@example.com', password: 'wrong horse battery' })
    const call = request(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: {
        origin: server.config.origin,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    })
    const answered = once(call, 'response')
    call.write(body.slice(0, 10))
    // By the end of another call the server has begun to read this one.
    await server.anonymous().get('/api/system/plan')
    call.end(body.slice(10))
    const [answer] = (await answered) as [IncomingMessage]
    answer.resume()
    const id = answer.headers['x-request-id']
    const span = await find(({ attributes }) => attributes['spawnpoint.request_id'] === id)
    const texts = childrenOf(span).map(({ attributes }) => String(attributes['db.query.text']))
    expect(texts.some((text) => text.includes('"users"."account"'))).toBe(true)
  })

  it('[OPS31] shows no query, no token and no name of its address', async () => {
    await server.anonymous().get('/api/mail-templates/unsubscribe/a-token-of-someone?mail=me@example.com')
    const route = '/api/mail-templates/unsubscribe/:token'
    const span = await find(({ attributes }) => attributes['http.route'] === route)
    expect(span.attributes['url.path']).toBe(route)
    await server.anonymous().get('/invite/another-token?x=query-value')
    const page = await find(({ attributes }) => attributes['url.path'] === '/invite/…')
    expect(page.name).toBe('GET')
    expect(collector.text()).not.toMatch(/token-of-someone|me@example|another-token|query-value/)
  })

  it('[OPS31] is a part of the trace that a trusted proxy names', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await fetch(`${server.url}/api/system/plan`, { headers: { traceparent } })
    const span = await find(({ parent }) => parent === 'b7ad6b7169203331')
    expect(span.traceId).toBe('0af7651916cd43dd8448eb211c80319c')
  })

  it('[OPS31] keeps its statements where a connection was waited for', async () => {
    const tracer = activeTracer()
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1)
    await Promise.all(
      numbers.map(async (number) => {
        const span = tracer?.begin({ name: `wait ${number}`, kind: 'server', attributes: {} })
        await span?.within(() => server.pool.query(`select ${number} as waited`))
        span?.end()
      }),
    )
    await find(({ name }) => name === 'wait 40')
    for (const number of numbers) {
      const span = await find(({ name }) => name === `wait ${number}`)
      const texts = childrenOf(span).map(({ attributes }) => attributes['db.query.text'])
      expect(texts).toEqual([`select ${number} as waited`])
    }
  })
})

describe('a job', () => {
  it('[OPS32] is a trace of its own, with its outcome, its statements and the calls that it makes', async () => {
    const undo = server.server.core.runner.register(
      'probe',
      'tidy',
      aJob(async () => {
        await server.pool.query(`select 'a name' as who, $1::text as value`, ['a value'])
        await server.pool.query('select 1 / $1::int as broken', [0]).catch(() => undefined)
        const headers = { authorization: 'Bearer hush' }
        const url = `${collector.url}/elsewhere?key=hush`
        await callOut({ url, method: 'GET', headers, timeoutMs: 60_000, largest: 1_000 })
      }),
    )
    await server.server.core.runner.forPlugin('probe').add('tidy', {})
    const span = await find(({ name }) => name === 'job probe/tidy')
    undo()
    expect(span).toMatchObject({ kind: 5, parent: null, failed: false })
    expect(span.attributes).toEqual({
      'spawnpoint.plugin': 'probe',
      'spawnpoint.job.name': 'tidy',
      'spawnpoint.job.attempt': 1,
      'spawnpoint.job.outcome': 'completed',
    })
    const [statement, broken, call, ...rest] = childrenOf(span)
    expect(rest).toEqual([])
    expect(statement?.attributes['db.query.text']).toBe(`select '?' as who, $1::text as value`)
    expect(broken).toMatchObject({ failed: true, attributes: { 'error.type': '22012' } })
    expect(call).toMatchObject({ name: 'GET', kind: 3 })
    expect(call?.attributes).toEqual({
      'http.request.method': 'GET',
      'server.address': '127.0.0.1',
      'http.response.status_code': 200,
    })
    expect(collector.text()).not.toMatch(/a value|a name|hush/)
  })

  it('[OPS32] that failed says so, and not with which words', async () => {
    const undo = server.server.core.runner.register(
      'probe',
      'fail',
      aJob(async () => {
        throw new TypeError('the password is swordfish')
      }),
    )
    await server.server.core.runner.forPlugin('probe').add('fail', {})
    const span = await find(({ name }) => name === 'job probe/fail')
    undo()
    expect(span.failed).toBe(true)
    expect(span.attributes).toMatchObject({
      'spawnpoint.job.outcome': 'failed',
      'error.type': 'TypeError',
    })
    expect(collector.text()).not.toContain('swordfish')
  })
})

it('[OPS33] without a collector calls are answered, and the server stops', async () => {
  await collector.stop()
  for (let call = 0; call < 3; call += 1)
    expect((await server.anonymous().get('/api/system/plan')).status).toBe(200)
})

describe('a start', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({
      resolve(request, context, next) {
        const found = next(request, context)
        const [, name] = /@opentelemetry\\/([\\w-]+)/.exec(found.url) ?? []
        if (name) loaded.add(name)
        return found
      },
    })
    const { readConfig } = await import('./kernel/cli/read-config.ts')
    const { startServer } = await import('./kernel/cli/start-server.ts')
    const server = await startServer({ config: readConfig(process.env) })
    await server.stop()
    console.log(JSON.stringify([...loaded]))
    process.exit(0)`

  async function loadedBy(more: Record<string, string>): Promise<readonly string[]> {
    const database = await createTestDatabase({ migrationSets: await productMigrations() })
    const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-tracing-'))
    const { PATH = '', HOME = '' } = process.env
    const env = { PATH, HOME, PORT: '0', DATABASE_URL: database.url, DATA_DIR: dataDir, ...more }
    const child = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: ROOT, env })
    rmSync(dataDir, { recursive: true, force: true })
    await database.drop()
    if (child.status !== 0) throw new Error(child.stderr.toString('utf8'))
    return JSON.parse(child.stdout.toString('utf8').trim().split('\n').at(-1) ?? '') as string[]
  }

  it('[OPS33] loads nothing of OpenTelemetry where no collector is named, and what it needs where one is', async () => {
    // The metrics load the API, and nothing that it speaks for.
    expect(await loadedBy({})).toEqual(['api'])
    const loaded = await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
    expect(loaded).toContain('sdk-trace')
  })
})
