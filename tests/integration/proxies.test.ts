import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { aScene } from '../../builtin/pictures/testing.ts'
import { aRegistration } from '../../builtin/auth/testing.ts'
import { LARGEST_FILE_MB } from '../../builtin/image-hosting/contract/schemas.ts'
import { reviewPackage } from '../../builtin/plugin-manager/contract/package-endpoints.ts'
import { PLAN_STREAM_PATH } from '../../kernel/packages/common/plan-stream.ts'
import { ROOT } from '../../kernel/server/version.ts'
import { blockOf, parseNginx, valuesOf, type Directive } from '../support/product/nginx-directives.ts'
import { ANSWERED_BY, SITE, type RunningProxy } from '../support/product/run-proxy.ts'
import {
  caddyProgram,
  readCaddyfile,
  readContainerCaddyfile,
  startCaddy,
  startContainerCaddy,
} from '../support/product/start-caddy.ts'
import { nginxProgram, startNginx } from '../support/product/start-nginx.ts'
import { freePort } from '../support/product/start-product.ts'
import { spawnServer } from '../support/server/spawn-server.ts'
import { soak } from '../support/soak.ts'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'

const MEGABYTE = 1024 * 1024
const origin = `https://${SITE}`

describe('the Caddyfile of the README, line by line', () => {
  // Its lines are words with braces, as those of nginx, but for what ends them.
  const directives = parseNginx(readCaddyfile().replaceAll(/(?<=[^\s{}])$/gm, ';'))
  const proxied = directives.flatMap(({ block }) => block ?? []).find(({ name }) => name === 'reverse_proxy')

  it('[OPS26] balances over two processes that are asked whether they are ready, and tries the other one', () => {
    expect(directives.map(({ name }) => name)).toEqual([SITE])
    expect(proxied?.args).toEqual(['127.0.0.1:5173', '127.0.0.1:5174'])
    expect(valuesOf(proxied?.block ?? [], 'health_uri')).toEqual(['/api/health/ready'])
    for (const name of ['health_interval', 'lb_try_duration'])
      expect(valuesOf(proxied?.block ?? [], name)).toEqual([expect.stringMatching(/^\d+s$/)])
  })

  it('[OPS26] trusts no address that a visitor claims', () => {
    // Caddy itself replaces X-Forwarded-For, unless it is told whom to trust or what to pass on.
    expect(proxied?.block?.map(({ name }) => name)).toEqual([
      'health_uri',
      'health_interval',
      'lb_try_duration',
    ])
  })
})

describe('the Caddyfile of the compose file', () => {
  it('[OPS26] asks whether the product is ready, waits for it, and has a page for when it is not', () => {
    const lines = readContainerCaddyfile()
      .replaceAll(/`[^`]+` .*/g, 'page')
      .replace('{$DOMAIN}', SITE)
    const [site] = parseNginx(lines.replaceAll(/(?<=[^\s{}])$/gm, ';'))
    const proxied = site?.block?.find(({ name }) => name === 'reverse_proxy')
    expect(proxied?.args).toEqual(['product:5173'])
    expect(proxied?.block?.map(({ name }) => name)).toEqual([
      'health_uri',
      'health_interval',
      'lb_try_duration',
    ])
    expect(valuesOf(proxied?.block ?? [], 'health_uri')).toEqual(['/api/health/ready'])
    expect(blockOf(site?.block ?? [], 'handle_errors', '').map(({ name }) => name)).toEqual([
      'header',
      'header',
      'respond',
    ])
  })

  it.skipIf(caddyProgram === null)(
    'says so in a page of its own while the product is away, and passes calls on once it is there (skipped where Caddy is not installed)',
    async () => {
      const port = await freePort()
      const proxy = await startContainerCaddy(port)
      onTestFinished(() => proxy.stop())
      const away = await call(proxy, '/dashboard')
      expect([away.status, away.headers['retry-after'], away.headers['content-type']]).toEqual([
        503,
        '10',
        'text/html; charset=utf-8',
      ])
      expect(away.body).toEqual({
        text: expect.stringMatching(/^<!doctype html>.+Back soon.+minute\.<\/p>$/),
      })
      const product = http.createServer((_request, response) => void response.end('{"ok":true}'))
      product.listen(port, '127.0.0.1')
      onTestFinished(() => {
        product.close()
        product.closeAllConnections()
      })
      await expect.poll(async () => (await call(proxy, '/dashboard')).status).toBe(200)
    },
  )
})

describe('nginx.conf, line by line', () => {
  const directives = parseNginx(readFileSync(join(ROOT, '.docker/nginx.conf'), 'utf8'))
  const servers = directives.filter(({ name }) => name === 'server').map(({ block }) => block ?? [])
  const isSecure = (block: readonly Directive[]) =>
    valuesOf(block, 'listen').some((each) => / ssl\b/.test(each))
  const secure = servers.find(isSecure) ?? []
  const location = blockOf(secure, 'location', '/')
  const headers = Object.fromEntries(
    location.filter(({ name }) => name === 'proxy_set_header').map(({ args }) => [args[0], args[1]]),
  )

  it('[OPS26] balances over two processes, with connections that are kept', () => {
    const upstream = blockOf(directives, 'upstream', 'spawnpoint')
    expect(valuesOf(upstream, 'server')).toHaveLength(2)
    for (const each of valuesOf(upstream, 'server')) expect(each).toMatch(/^127\.0\.0\.1:\d+ max_fails=1 /)
    expect(Number(valuesOf(upstream, 'keepalive')[0])).toBeGreaterThan(0)
    expect(valuesOf(location, 'proxy_pass')).toEqual(['http://spawnpoint'])
    expect(valuesOf(location, 'proxy_http_version')).toEqual(['1.1'])
  })

  it('[OPS26] counts no answer of the product as a failure of its process', () => {
    expect(valuesOf(location, 'proxy_next_upstream')).toEqual(['error timeout'])
  })

  it('[OPS26] passes on the one address that a visitor came from, and what belongs to web sockets', () => {
    expect(headers).toEqual({
      Upgrade: '$http_upgrade',
      Connection: '$connection_upgrade',
      Host: '$host',
      'X-Forwarded-For': '$remote_addr',
      'X-Forwarded-Proto': '$scheme',
    })
    const map = blockOf(directives, 'map', '$http_upgrade $connection_upgrade')
    expect(map.map(({ name, args }) => [name, ...args])).toEqual([
      ['default', 'upgrade'],
      ['', ''],
    ])
  })

  it('[OPS26] takes the largest upload of the product, and holds no live answer back', () => {
    const [size = ''] = valuesOf(secure, 'client_max_body_size')
    expect(Number(/^(\d+)m$/.exec(size)?.[1]) * MEGABYTE).toBeGreaterThan(reviewPackage.bodyLimit ?? Infinity)
    expect(valuesOf(location, 'proxy_buffering')).toEqual(['off'])
  })

  it('[OPS26] sends visitors without TLS to the same page with it, and is read by nginx before 1.25.1', () => {
    expect(servers).toHaveLength(2)
    const plain = servers.find((block) => !isSecure(block)) ?? []
    expect(valuesOf(plain, 'return')).toEqual(['301 https://$host$request_uri'])
    expect(valuesOf(secure, 'http2')).toEqual([])
    expect(valuesOf(secure, 'server_name')).toEqual(valuesOf(plain, 'server_name'))
  })
})

interface Sent {
  readonly method?: string
  readonly body?: unknown
  readonly cookie?: string
  /** The address of this machine that the call comes from. */
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls the site as a browser does, by its name and over TLS. */
async function openCall(proxy: RunningProxy, path: string, sent: Sent = {}): Promise<http.IncomingMessage> {
  const form = sent.body instanceof FormData ? new Response(sent.body) : null
  const bytes = form ? Buffer.from(await form.arrayBuffer()) : Buffer.from(JSON.stringify(sent.body) ?? '')
  const type = form?.headers.get('content-type') ?? 'application/json'
  const request = https.request({
    host: '127.0.0.1',
    port: proxy.https,
    servername: SITE,
    ca: proxy.cert,
    agent: false,
    localAddress: sent.from ?? '127.0.0.1',
    method: sent.method ?? 'GET',
    path,
    headers: {
      host: SITE,
      origin,
      ...(sent.cookie && { cookie: sent.cookie }),
      ...(sent.body !== undefined && { 'content-type': type, 'content-length': bytes.length }),
      ...sent.headers,
    },
  })
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
  // A body that is refused unread breaks off after the answer; before it, the wait below fails.
  request.on('error', () => undefined)
  request.end(bytes)
  return (await answered)[0]
}

async function call(proxy: RunningProxy, path: string, sent: Sent = {}) {
  const answer = await openCall(proxy, path, sent)
  const body = await text(answer)
  const isJson = answer.headers['content-type']?.includes('json')
  return {
    status: answer.statusCode,
    /** The port of the process that answered. */
    by: Number(/:(\d+)$/.exec(String(answer.headers[ANSWERED_BY]))?.[1]),
    headers: answer.headers,
    body: isJson ? (JSON.parse(body) as Record<string, unknown>) : { text: body },
  }
}

const cookieOf = (jar: ReadonlyMap<string, string>) =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

describe.each([
  ['nginx', nginxProgram, startNginx],
  ['Caddy', caddyProgram, startCaddy],
] as const)('%s', (_name, program, startProxy) => {
  describe.skipIf(program === null)('before two processes (skipped where it is not installed)', () => {
    const SECRET_KEY = randomBytes(32).toString('base64')
    let server: TestServer
    let other: ReturnType<typeof spawnServer>
    let proxy: RunningProxy
    let dataDir: string
    let ports: readonly [number, number]

    beforeAll(async () => {
      const env = { SECRET_KEY, APP_URL: origin, TRUST_PROXY: '1' }
      server = await startTestServer({ env })
      dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-proxy-data-'))
      other = spawnServer({
        databaseUrl: server.config.databaseUrl ?? '',
        dataDir,
        secretKey: SECRET_KEY,
        env: { ...env, STOP_DELAY: '2' },
      })
      const port = await other.port
      if (port === null) throw new Error('the other process did not start')
      ports = [server.server.port, port]
      proxy = await startProxy(ports)
    }, 180_000)
    afterAll(async () => {
      await proxy.stop()
      other.kill()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })

    it('[OPS26] both processes answer calls', async () => {
      const answeredBy = new Set<number>()
      for (let turn = 0; turn < 6; turn += 1) {
        const answer = await call(proxy, '/api/health/ready')
        expect(answer.status).toBe(200)
        answeredBy.add(answer.by)
      }
      expect(answeredBy).toEqual(new Set(ports))
    })

    it('[OPS26] the largest image goes through', async () => {
      await server.server.core.settings.write({
        image_hosting_enabled: true,
        image_hosting_max_file_size: LARGEST_FILE_MB,
      })
      const { api } = await server.signIn()
      const cookie = cookieOf(api.jar)
      const key = await call(proxy, '/api/image-hosting/keys', {
        method: 'POST',
        cookie,
        body: { name: 'ShareX' },
      })
      const image = await aScene(7).jpeg().toBuffer()
      const send = (size: number) => {
        const body = new FormData()
        // The last bytes of a file are no part of its picture.
        body.append(
          'file',
          new Blob([Uint8Array.from(image), new Uint8Array(size - image.length)]),
          'shot.jpg',
        )
        const headers = { authorization: `Bearer ${String(key.body['secret'])}` }
        return call(proxy, '/api/image-hosting/upload', { method: 'POST', body, headers })
      }
      const taken = await send(LARGEST_FILE_MB * MEGABYTE - 1024)
      expect([taken.status, taken.body]).toEqual([
        200,
        expect.objectContaining({ rawUrl: expect.any(String) }),
      ])
      const shown = await call(proxy, new URL(String(taken.body['rawUrl'])).pathname)
      expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
      expect((await send(LARGEST_FILE_MB * MEGABYTE + 1024)).body).toMatchObject({
        error_code: expect.any(String),
      })
    })

    it('[OPS26] sessions and the audit log have the address that a visitor came from, whatever they claim', async () => {
      const registration = aRegistration()
      const claims = { 'x-forwarded-for': '198.51.100.9, 203.0.113.4', 'x-real-ip': '198.51.100.9' }
      const from = '127.0.0.42'
      const registered = await call(proxy, '/api/auth/register', {
        method: 'POST',
        from,
        headers: claims,
        body: registration,
      })
      expect(registered.status, JSON.stringify(registered.body)).toBe(200)
      const cookie = (registered.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
      const { body } = await call(proxy, '/api/account/sessions', { cookie })
      expect(body['sessions']).toEqual([expect.objectContaining({ ip: from })])
      const { rows } = await server.pool.query<{ ip: string }>(
        `select distinct ip::text from kernel.audit where ip is not null and target in
       (select id::text from users.account where username = $1)`,
        [registration.username],
      )
      expect(rows).toEqual([{ ip: expect.stringMatching(/^127\.0\.0\.42/) }])
    })

    it('[OPS26] an answer that says 503, as in maintenance, takes no process out', async () => {
      const { api } = await server.signIn()
      const admin = cookieOf((await server.signIn({ role: 'Administrator' })).api.jar)
      const customer = cookieOf(api.jar)
      await server.server.core.settings.write({ maintenance_enabled: true })
      onTestFinished(() => server.server.core.settings.write({ maintenance_enabled: false }))
      for (let turn = 0; turn < 4; turn += 1) {
        const shut = await call(proxy, '/api/account/sessions', { cookie: customer })
        expect([shut.status, shut.body]).toMatchObject([503, { error_code: 'E_MAINTENANCE' }])
        expect((await call(proxy, '/api/account/sessions', { cookie: admin })).status).toBe(200)
      }
    })

    it('[OPS26] a live answer comes piece by piece', async () => {
      const { api } = await server.signIn({ role: 'Administrator' })
      const stream = await openCall(proxy, PLAN_STREAM_PATH, {
        cookie: cookieOf(api.jar),
        headers: { accept: 'text/event-stream', 'accept-encoding': 'gzip, zstd' },
      })
      expect(stream.headers['content-type']).toContain('text/event-stream')
      expect(stream.headers['content-encoding']).toBeUndefined()
      const [piece] = (await once(stream, 'data')) as [Buffer]
      expect(piece.toString()).toContain('retry: 2000')
      stream.destroy()
    })

    it('[OPS26] no call fails while one of the two processes is stopped', async () => {
      const { person } = await server.signIn()
      const cookie = cookieOf((await server.signIn({ role: 'Administrator' })).api.jar)
      const answeredBy: number[] = []
      const outcomes: (number | undefined)[] = []
      let written = 0
      let isGone = false
      let afterwards = 0
      const work = async (method: string) => {
        // Until both kinds of calls were answered by the process that is left.
        while (afterwards < 40) {
          const note = { user: person.id, amount: 1, note: 'A write', requestKey: randomUUID() }
          const answer =
            method === 'POST'
              ? await call(proxy, '/api/coins/adjustments', { method, cookie, body: note })
              : await call(proxy, '/api/account/sessions', { cookie })
          outcomes.push(answer.status)
          answeredBy.push(answer.by)
          if (method === 'POST') written += 1
          if (isGone) afterwards += 1
        }
      }
      const stop = async () => {
        await expect.poll(() => outcomes.length, { timeout: 60_000 }).toBeGreaterThan(20)
        await other.stop()
        isGone = true
      }
      await Promise.all([work('POST'), work('GET'), work('POST'), stop()])
      expect(outcomes.filter((status) => status !== 200)).toEqual([])
      expect(answeredBy).toContain(ports[1])
      expect(answeredBy.at(-1)).toBe(ports[0])
      const { rows } = await server.pool.query<{ balance: string }>(
        'select balance from coins.account where owner = $1',
        [person.id],
      )
      expect(Number(rows[0]?.balance)).toBe(written)
    }, 120_000)

    // On a machine that is too busy the proxy learns too late that a process is leaving.
    it.runIf(soak(true, false))(
      '[OPS26] no write is lost over ten restarts, at 20 writes a second',
      async () => {
        // A crash instead would lose writes: Caddy up to 2.11.1 sends a call that was refused without its body.
        await other.stop()
        const { person } = await server.signIn()
        const cookie = cookieOf((await server.signIn({ role: 'Administrator' })).api.jar)
        const sent: Promise<{ status: number | undefined; by: number }>[] = []
        const write = async () => {
          const note = { user: person.id, amount: 1, note: 'A write', requestKey: randomUUID() }
          const answer = await call(proxy, '/api/coins/adjustments', { method: 'POST', cookie, body: note })
          answeredBy.add(answer.by)
          return answer
        }
        const answeredBy = new Set<number>()
        const timer = setInterval(() => sent.push(write()), 1_000 / 20)
        onTestFinished(() => clearInterval(timer))
        for (let turn = 0; turn < 10; turn += 1) {
          other = spawnServer({
            databaseUrl: server.config.databaseUrl ?? '',
            dataDir,
            secretKey: SECRET_KEY,
            env: { APP_URL: origin, TRUST_PROXY: '1', STOP_DELAY: '2', PORT: String(ports[1]) },
          })
          expect(await other.port).toBe(ports[1])
          answeredBy.clear()
          await expect.poll(() => answeredBy.has(ports[1])).toBe(true)
          await other.stop()
          expect(await other.signal()).toBeNull()
        }
        clearInterval(timer)
        const outcomes = await Promise.all(sent)
        expect(outcomes.filter(({ status }) => status !== 200)).toEqual([])
        const { rows } = await server.pool.query<{ balance: string }>(
          'select balance from coins.account where owner = $1',
          [person.id],
        )
        expect(Number(rows[0]?.balance)).toBe(outcomes.length)
      },
      600_000,
    )

    it('[OPS26] a web socket is passed through, in both directions', async () => {
      const upstream = http.createServer()
      upstream.on('upgrade', (request, socket) => {
        socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${request.headers.upgrade}\r\n`)
        socket.write(`Connection: ${request.headers.connection}\r\n\r\n`)
        socket.pipe(socket)
      })
      upstream.listen(0, '127.0.0.1')
      await once(upstream, 'listening')
      const { port } = upstream.address() as AddressInfo
      const before = await startProxy([port, port])
      onTestFinished(async () => {
        await before.stop()
        upstream.close()
      })
      const request = https.request({
        host: '127.0.0.1',
        port: before.https,
        servername: SITE,
        ca: before.cert,
        headers: { host: SITE, connection: 'Upgrade', upgrade: 'websocket' },
      })
      request.end()
      const [answer, socket] = (await once(request, 'upgrade')) as [http.IncomingMessage, Socket]
      expect(answer.headers).toMatchObject({ upgrade: 'websocket' })
      expect(String(answer.headers.connection)).toMatch(/^upgrade$/i)
      socket.write('say it again')
      const [said] = (await once(socket, 'data')) as [Buffer]
      expect(said.toString()).toBe('say it again')
      socket.destroy()
    })
  })
})

it.skipIf(nginxProgram === null)(
  '[OPS26] nginx shows a page of its own while no process runs (skipped where it is not installed)',
  async () => {
    const port = await freePort()
    const proxy = await startNginx([port, port])
    onTestFinished(() => proxy.stop())
    const away = await call(proxy, '/dashboard')
    expect([away.status, away.headers['retry-after'], away.headers['content-type']]).toEqual([
      503,
      '10',
      'text/html; charset=utf-8',
    ])
    expect(away.body).toEqual({
      text: expect.stringMatching(/^<!doctype html>.+Back soon.+minute\.<\/p>$/),
    })
  },
)

it.skipIf(nginxProgram === null)(
  '[OPS26] nginx sends plain HTTP to TLS and reads no more than it may (skipped where it is not installed)',
  async () => {
    const port = await freePort()
    const proxy = await startNginx([port, port])
    onTestFinished(proxy.stop)
    const plain = await fetch(`http://127.0.0.1:${proxy.http}/store?a=1`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://127.0.0.1/store?a=1'])
    const length = { 'content-length': String(65 * MEGABYTE) }
    expect(
      (await openCall(proxy, '/api/plugin-manager/packages', { method: 'POST', headers: length })).statusCode,
    ).toBe(413)
  },
)
