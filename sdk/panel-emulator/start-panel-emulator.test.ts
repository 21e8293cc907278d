import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startPanelEmulator, type PanelEmulator, type PanelEmulatorOptions } from './start-panel-emulator.ts'

const running: PanelEmulator[] = []
const start = async (options?: PanelEmulatorOptions) => {
  const emulator = await startPanelEmulator(options)
  running.push(emulator)
  return emulator
}
afterEach(async () => {
  for (const emulator of running.splice(0)) await emulator.close()
})

const call = async (
  emulator: PanelEmulator,
  method: string,
  path: string,
  body?: unknown,
  key = emulator.apiKey,
) => {
  const response = await fetch(`${emulator.url}/api/application${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

const ada = {
  email: 'ada@example.com',
  username: 'ada',
  first_name: 'Ada',
  last_name: 'Lovelace',
  password: 'a-long-password',
}
const server = {
  name: 'Survival',
  user: 1,
  egg: 1,
  docker_image: 'image',
  startup: 'start',
  environment: { SERVER_JARFILE: 'server.jar', BUILD_NUMBER: 'latest' },
  limits: { memory: 512, swap: 0, disk: 512, io: 500, cpu: 50 },
  feature_limits: { databases: 0, backups: 0, allocations: 1 },
  deploy: { locations: [1], dedicated_ip: false, port_range: [] },
}

describe('panel emulator', () => {
  it('[PAN13] answers lists with their pages', async () => {
    const emulator = await start()
    const { body } = await call(emulator, 'GET', '/nests?per_page=1&page=2')
    expect(body).toMatchObject({
      object: 'list',
      data: [{ object: 'nest', attributes: { name: 'Source Engine' } }],
      meta: { pagination: { total: 2, count: 1, per_page: 1, current_page: 2, total_pages: 2 } },
    })
  })

  it('[PAN13] refuses as the panel does: 401, 404, 405, 400 and 422 with the field', async () => {
    const emulator = await start()
    expect(await call(emulator, 'GET', '/nests', undefined, 'wrong')).toMatchObject({
      status: 401,
      body: { errors: [{ code: 'AuthenticationException', status: '401', detail: 'Unauthenticated.' }] },
    })
    expect(await call(emulator, 'GET', '/servers/9')).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'NotFoundHttpException' }] },
    })
    expect(await call(emulator, 'DELETE', '/nests')).toMatchObject({ status: 405 })
    expect(await call(emulator, 'GET', '/users?filter[name]=x')).toMatchObject({ status: 400 })
    expect(await call(emulator, 'POST', '/users', { ...ada, email: undefined })).toMatchObject({
      status: 422,
      body: {
        errors: [
          { detail: 'The email field is required.', meta: { source_field: 'email', rule: 'required' } },
        ],
      },
    })
  })

  it('[PAN13] takes a server only with a user, an egg and the variables that the egg requires', async () => {
    const emulator = await start()
    const refusedFields = async (body: unknown) => {
      const answer = await call(emulator, 'POST', '/servers', body)
      expect(answer.status).toBe(422)
      return answer.body.errors.map((error: { meta: { source_field: string } }) => error.meta.source_field)
    }
    expect(await refusedFields(server)).toEqual(['user'])
    await call(emulator, 'POST', '/users', ada)
    expect(await refusedFields({ ...server, egg: 99 })).toEqual(['egg'])
    expect(await refusedFields({ ...server, environment: [] })).toEqual([
      'environment.SERVER_JARFILE',
      'environment.BUILD_NUMBER',
    ])
    expect(await refusedFields({ ...server, deploy: undefined })).toEqual(['allocation.default'])
    expect(await refusedFields({ ...server, limits: { ...server.limits, io: 1 } })).toEqual(['limits.io'])
    expect((await call(emulator, 'POST', '/servers', server)).status).toBe(201)
  })

  it('[PAN13] outlives a socket whose other side is gone before it was refused', async () => {
    const panel = await start()
    const { hostname, port } = new URL(panel.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    const head = ['GET /none HTTP/1.1', 'Host: panel', 'Connection: Upgrade', 'Upgrade: websocket', '', '']
    socket.write(head.join('\r\n'), () => socket.resetAndDestroy())
    await once(socket, 'close')
    expect((await call(panel, 'GET', '/locations')).status).toBe(200)
  })

  it('[PAN13] installs for as long as it is told', async () => {
    let now = 1_000_000
    const emulator = await start({ buildDelayMs: 5000, now: () => now })
    await call(emulator, 'POST', '/users', ada)
    await call(emulator, 'POST', '/servers', server)
    expect((await call(emulator, 'GET', '/servers/1')).body.attributes.status).toBe('installing')
    now += 5000
    expect((await call(emulator, 'GET', '/servers/1')).body.attributes.status).toBeNull()
  })

  it('[PAN13] limits calls per minute and says when to return', async () => {
    let now = 1_000_000
    const emulator = await start({ rateLimit: 1, now: () => now })
    expect((await call(emulator, 'GET', '/nests')).headers.get('x-ratelimit-remaining')).toBe('0')
    const refused = await call(emulator, 'GET', '/nests')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    now += 60_000
    expect((await call(emulator, 'GET', '/nests')).status).toBe(200)
  })

  it('[PAN13] keeps users and servers across restarts, and no password', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'panel-emulator-'))
    const stateFile = join(folder, 'state', 'panel.json')
    const first = await start({ stateFile })
    await call(first, 'POST', '/users', ada)
    await call(first, 'POST', '/servers', { ...server, external_id: 'mine' })
    await first.close()
    const second = await start({ stateFile })
    expect((await call(second, 'GET', '/servers/external/mine')).body.attributes).toMatchObject({
      name: 'Survival',
      user: 1,
    })
    expect(JSON.stringify([second.state.users, first.calls])).not.toContain(ada.password)
    await rm(folder, { recursive: true })
  })

  it('[PAN13] takes faults over HTTP only when that is switched on', async () => {
    const control = (emulator: PanelEmulator, method: string, body?: string) =>
      fetch(`${emulator.url}/__emulator/fault`, { method, ...(body ? { body } : {}) })
    const closed = await start()
    expect((await control(closed, 'POST', '{"kind":"empty"}')).status).toBe(404)
    const open = await start({ control: true })
    expect((await control(open, 'POST', '{"kind":"status","status":500,"path":"/nests"}')).status).toBe(200)
    expect((await call(open, 'GET', '/nests')).status).toBe(500)
    expect((await call(open, 'GET', '/locations')).status).toBe(200)
    await control(open, 'DELETE')
    expect((await call(open, 'GET', '/nests')).status).toBe(200)
    expect((await control(open, 'POST', '{"kind":"nonsense"}')).status).toBe(422)
  })

  it('[PAN13] as Pelican it has eggs without nests, and no locations', async () => {
    const emulator = await start({ dialect: 'pelican' })
    expect((await call(emulator, 'GET', '/locations')).status).toBe(404)
    const { body } = await call(emulator, 'GET', '/eggs/1?include=variables')
    expect(body.attributes).not.toHaveProperty('nest')
    expect(body.attributes.relationships.variables.data[1].attributes.rules).toEqual([
      'required',
      'string',
      'max:40',
    ])
  })
})
