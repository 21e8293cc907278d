import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startFakeService, type FakeService } from '../../tests/support/server/start-fake-service.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
let discord: FakeService
let admin: ApiClient
let staff: readonly string[]
let now = new Date()
const hour = 3_600_000

/** The account, servers and scopes that the fake Discord gives for each code. */
const consents = new Map<string, { id: string; servers: readonly string[]; scope?: string }>()

const startDiscord = async () => {
  const service = await startFakeService()
  service.answer(({ method, path, headers, body }, response) => {
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const form = new URLSearchParams(body)
    const basic = `Basic ${Buffer.from('123456789012345678:a-secret').toString('base64')}`
    const consent = consents.get(form.get('code') ?? (headers.authorization ?? '').replace('Bearer ', ''))
    if (method === 'POST' && path === '/api/v10/oauth2/token') {
      const isRight =
        headers.authorization === basic && form.get('redirect_uri') === 'http://127.0.0.1:5173/earn/j4r'
      if (!isRight || !consent) return json(400, { error: 'invalid_grant' })
      return json(200, { access_token: form.get('code'), scope: consent.scope ?? 'identify guilds' })
    }
    if (method === 'POST') return json(200, {})
    if (!consent) return json(401, { message: '401: Unauthorized' })
    if (path === '/api/v10/users/@me') return json(200, { id: consent.id, username: 'ada' })
    return json(
      200,
      consent.servers.map((id) => ({ id, name: 'A server' })),
    )
  })
  return service
}

const configure = (values: object) => server.server.core.settings.write({ ...values })

const signInAdmin = async () => {
  admin = (await server.signIn({ permissions: staff })).api
}

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } })
  discord = await startDiscord()
  const rights = ['list', 'create', 'edit', 'delete'].map((action) => `admin.j4r.servers.${action}`)
  staff = rights
})
// The clock moves on by hours, and a session does not last for ever.
beforeEach(async () => {
  await signInAdmin()
  await configure({
    j4r_enabled: true,
    j4r_hold_hours: 1,
    discord_client_id: '123456789012345678',
    discord_client_secret: 'a-secret',
    discord_url: discord.url,
  })
})
afterEach(() => server.pool.query('delete from kernel.rate'))
afterAll(async () => {
  await server.stop()
  await discord.close()
})

let count = 0
const aSnowflake = () => String(200_000_000_000_000_000n + BigInt((count += 1)))

async function aServer(over: object = {}) {
  const values = {
    name: 'Northwind',
    description: 'Our community',
    serverId: aSnowflake(),
    inviteCode: 'northwind',
    coins: 50,
    locked: false,
    ...over,
  }
  const { status, body } = await admin.post('/api/j4r-servers', values)
  expect(status, JSON.stringify(body)).toBe(200)
  return body['item'] as { id: string; serverId: string; version: number }
}

async function begin(api: ApiClient): Promise<string> {
  const { status, body } = await api.post('/api/j4r-servers/checks')
  expect(status, JSON.stringify(body)).toBe(200)
  return new URL(String(body['url'])).searchParams.get('state') ?? ''
}

const finish = (api: ApiClient, state: string, code: string) =>
  api.post('/api/j4r-servers/checks/finish', { state, code })

/** A whole check of somebody who is in the given servers with the given Discord account. */
async function check(api: ApiClient, id: string, servers: readonly string[], scope?: string) {
  const code = randomUUID()
  consents.set(code, { id, servers, ...(scope && { scope }) })
  return finish(api, await begin(api), code)
}

const customer = async () => (await server.signIn()).api
const balanceOf = async (api: ApiClient) => (await api.get('/api/coins/balance')).body['balance']
const stateOf = async (api: ApiClient, id: string) => {
  const { body } = await api.get('/api/j4r-servers/rewards')
  return (body['servers'] as { id: string; state: string }[]).find((each) => each.id === id)?.state
}
const later = (hours: number) => {
  now = new Date(now.getTime() + hours * hour)
}

describe('a reward', () => {
  it('[JFR1] is paid once to a member who is still there when the waiting time is over', async () => {
    const [api, { id, serverId }, account] = [await customer(), await aServer(), aSnowflake()]
    expect(await stateOf(api, id)).toBe('open')
    expect(await check(api, account, [serverId])).toMatchObject({ status: 200, body: { paid: 0, found: 1 } })
    expect(await stateOf(api, id)).toBe('waiting')
    expect(await balanceOf(api)).toBe(0)
    later(1)
    expect(await stateOf(api, id)).toBe('ready')
    expect(await check(api, account, [serverId])).toMatchObject({ status: 200, body: { paid: 50, found: 0 } })
    expect(await stateOf(api, id)).toBe('paid')
    const statement = await api.get('/api/coins/statement')
    expect(statement.body).toMatchObject({
      items: [{ kind: 'j4r-servers:joined', note: 'Northwind', amount: 50, balance: 50 }],
    })
  })

  it('[JFR2] is what was promised when the person joined, also after staff changed or locked the server', async () => {
    const [api, found, account] = [await customer(), await aServer({ coins: 70 }), aSnowflake()]
    await check(api, account, [found.serverId])
    const change = { coins: 5, locked: true, version: found.version }
    expect((await admin.patch(`/api/j4r-servers/${found.id}`, change)).status).toBe(200)
    later(1)
    expect(await check(api, account, [found.serverId])).toMatchObject({ body: { paid: 70 } })
    expect(await balanceOf(api)).toBe(70)
    // The locked server takes no new members.
    const other = await customer()
    expect(await stateOf(other, found.id)).toBeUndefined()
    expect(await check(other, aSnowflake(), [found.serverId])).toMatchObject({ body: { paid: 0, found: 0 } })
  })
})

describe('a held reward', () => {
  it.each([true, false])('[ABU11] waits for staff, who pay: %s', async (pay) => {
    const rights = ['admin.earning.holds.networks', 'admin.earning.holds.decide']
    const [api, { id, serverId }, account] = [await customer(), await aServer(), aSnowflake()]
    await check(api, account, [serverId])
    later(1)
    const staffApi = (await server.signIn({ permissions: rights })).api
    await staffApi.put('/api/anti-abuse/networks', { text: '127.0.0.0/8' })
    await configure({ firewall_block_vpn: true })
    expect(await check(api, account, [serverId])).toMatchObject({ body: { paid: 0, held: 50 } })
    await configure({ firewall_block_vpn: false })
    expect(await stateOf(api, id)).toBe('held')
    expect(await check(api, account, [serverId])).toMatchObject({ body: { paid: 0, held: 0 } })
    expect(await balanceOf(api)).toBe(0)
    const { body } = await api.get('/api/anti-abuse/own-holds')
    const [hold] = body['holds'] as { id: string }[]
    await staffApi.post(`/api/anti-abuse/holds/${hold?.id}/decision`, { pay, note: 'Seen' })
    expect(await balanceOf(api)).toBe(pay ? 50 : 0)
    expect(await stateOf(api, id)).toBe(pay ? 'paid' : 'void')
    expect(await check(api, account, [serverId])).toMatchObject({ body: { paid: 0, found: 0 } })
    expect(await balanceOf(api)).toBe(pay ? 50 : 0)
  })
})

describe('a check', () => {
  it('[JFR3] asks Discord for the username and the servers alone, keeps neither, and gives the token back', async () => {
    const [api, { serverId }, account] = [await customer(), await aServer(), aSnowflake()]
    const { body } = await api.post('/api/j4r-servers/checks')
    const url = new URL(String(body['url']))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: '123456789012345678',
      response_type: 'code',
      scope: 'identify guilds',
      redirect_uri: 'http://127.0.0.1:5173/earn/j4r',
    })
    await check(api, account, [serverId, '999999999999999999'])
    expect(discord.seen.at(-1)).toMatchObject({ method: 'POST', path: '/api/v10/oauth2/token/revoke' })
    const { rows } = await server.pool.query(
      'select * from j4r_servers.discord_account, j4r_servers.membership',
    )
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${account}|999999999999999999`))
  })

  it('[JFR4] says what is wrong with Discord, and changes nothing', async () => {
    const [api, { id, serverId }, account] = [await customer(), await aServer(), aSnowflake()]
    expect(await finish(api, await begin(api), 'unknown')).toMatchObject({
      status: 409,
      body: { error_code: 'J4R_DISCORD_REFUSED' },
    })
    await configure({ discord_url: 'http://127.0.0.1:9', discord_client_secret: 'a-secret' })
    expect(await check(api, account, [serverId])).toMatchObject({
      status: 503,
      body: { error_code: 'J4R_DISCORD_UNREACHABLE' },
    })
    await configure({ discord_client_secret: '' })
    expect(await api.post('/api/j4r-servers/checks')).toMatchObject({
      status: 409,
      body: { error_code: 'J4R_NOT_SET_UP' },
    })
    expect(await stateOf(api, id)).toBe('open')
  })
})

describe('an abuser', () => {
  const refused = (code: string, status = 409) => ({ status, body: { error_code: code } })

  it('[JFR5] gains nothing by a check that is used, forged, expired or somebody else’s', async () => {
    const [api, other, { serverId }] = [await customer(), await customer(), await aServer()]
    const code = randomUUID()
    consents.set(code, { id: aSnowflake(), servers: [serverId] })
    const state = await begin(api)
    expect(await finish(other, state, code)).toMatchObject(refused('J4R_CHECK_EXPIRED'))
    expect((await finish(api, state, code)).status).toBe(200)
    expect(await finish(api, state, code)).toMatchObject(refused('J4R_CHECK_EXPIRED'))
    expect(await finish(api, 'forged', code)).toMatchObject(refused('J4R_CHECK_EXPIRED'))
    const late = await begin(api)
    later(0.2)
    expect(await finish(api, late, code)).toMatchObject(refused('J4R_CHECK_EXPIRED'))
  })

  it('[JFR6] gains nothing by one Discord account for two accounts, nor by two for one', async () => {
    const [api, other, { serverId }, account] = [
      await customer(),
      await customer(),
      await aServer(),
      aSnowflake(),
    ]
    await check(api, account, [serverId])
    later(1)
    expect(await check(other, account, [serverId])).toMatchObject(refused('J4R_DISCORD_TAKEN'))
    expect(await check(api, aSnowflake(), [serverId])).toMatchObject(refused('J4R_OTHER_DISCORD'))
    expect([await balanceOf(api), await balanceOf(other)]).toEqual([0, 0])
  })

  it('[JFR7] gains nothing by leaving before, and begins to wait anew after coming back', async () => {
    const [api, { id, serverId }, account] = [await customer(), await aServer(), aSnowflake()]
    await check(api, account, [serverId])
    later(0.9)
    expect(await check(api, account, [serverId])).toMatchObject({ body: { paid: 0, found: 0 } })
    await check(api, account, [])
    expect(await stateOf(api, id)).toBe('open')
    later(0.3)
    expect(await check(api, account, [serverId])).toMatchObject({ body: { paid: 0, found: 1 } })
    later(0.9)
    expect(await check(api, account, [serverId])).toMatchObject({ body: { paid: 0 } })
    expect(await balanceOf(api)).toBe(0)
  })

  it('[JFR1] is paid once by checks at the same time, by joining again, and by a server that staff add again', async () => {
    const [api, first, account] = [await customer(), await aServer(), aSnowflake()]
    const { serverId } = first
    await check(api, account, [serverId])
    later(1)
    await Promise.all(Array.from({ length: 5 }, () => check(api, account, [serverId])))
    expect(await balanceOf(api)).toBe(50)
    await check(api, account, [])
    await check(api, account, [serverId])
    await signInAdmin()
    expect((await admin.delete(`/api/j4r-servers/${first.id}`)).status).toBe(200)
    await aServer({ serverId })
    // The ledger remembers the reward even where the membership is lost.
    await server.pool.query('delete from j4r_servers.membership')
    await server.pool.query('delete from kernel.rate')
    await check(api, account, [serverId])
    later(1)
    await check(api, account, [serverId])
    expect(await balanceOf(api)).toBe(50)
  })

  it('[JFR8] is stopped by the switch, by a consent without the servers, and by the number of checks', async () => {
    const [api, { serverId }, account] = [await customer(), await aServer(), aSnowflake()]
    expect(await check(api, account, [serverId], 'identify')).toMatchObject(refused('J4R_DISCORD_REFUSED'))
    for (let tries = 1; tries < 10; tries += 1) await begin(api)
    expect(await api.post('/api/j4r-servers/checks')).toMatchObject(refused('J4R_TOO_MANY_CHECKS', 429))
    const state = await begin(await customer())
    await configure({ j4r_enabled: false })
    for (const answer of [
      await finish(api, state, 'code'),
      await api.post('/api/j4r-servers/checks'),
      await api.get('/api/j4r-servers/rewards'),
    ])
      expect(answer).toMatchObject(refused('FEATURE_OFF', 404))
  })
})

it('[JFR9] is off until staff switch it on, and a server is listed once', async () => {
  const { serverId } = await aServer()
  const again = { name: 'Again', serverId, inviteCode: 'again', coins: 1, locked: false }
  expect(await admin.post('/api/j4r-servers', again)).toMatchObject({
    status: 409,
    body: { error_code: 'DUPLICATE' },
  })
  const described = server.server.core.settings.describe()
  expect(described.find(({ key }) => key === 'j4r_enabled')).toMatchObject({ default: false })
})
