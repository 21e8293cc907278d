import { LinkProviders } from '@spawnpoint/contracts/links'
import { Users } from '@spawnpoint/contracts/users'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startFakeService, type FakeService } from '../../tests/support/server/start-fake-service.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const hour = 3_600_000
const hosts = ['publisher.linkvertise.com', 'api.shareus.io', 'linkpays.in', 'gyanilinks.com']
const keys = { linkvertise: 'lv-token', shareus: 'su-key', linkpays: 'lp-key', gyanilinks: 'gl-key' }

let server: TestServer
let outside: FakeService
let now = Date.parse('2027-05-04T09:00:00Z')
const clock = { now: () => new Date(now) }
const advance = (ms: number) => void (now += ms)

/** Hashes that Linkvertise knows: each proves one return. */
const hashes = new Set<string>()
const newHash = () => {
  const hash = crypto.randomUUID().replaceAll('-', '').repeat(2)
  hashes.add(hash)
  return hash
}
/** Where each short link leads. */
const targets = new Map<string, string>()

const isShort = (address: URL) =>
  address.pathname === '/easy_api'
    ? address.searchParams.get('key') === keys.shareus
    : [keys.linkpays, keys.gyanilinks].includes(address.searchParams.get('api') ?? '')

/** Answers as the four providers do. */
function answerOutside() {
  outside.answer(({ method, path }, response) => {
    const address = new URL(path, 'https://outside.example')
    const text = (body: string) => response.writeHead(200, { 'content-type': 'text/plain' }).end(body)
    if (address.pathname === '/api/v1/anti_bypassing') {
      if (method !== 'POST' || address.searchParams.get('token') !== keys.linkvertise)
        return text('Invalid token.')
      return text(hashes.delete(address.searchParams.get('hash') ?? '') ? 'TRUE' : 'FALSE')
    }
    if (!isShort(address)) return text('{"status":"error","message":"Invalid API token"}')
    const short = `https://short.example/${crypto.randomUUID()}`
    targets.set(short, address.searchParams.get('link') ?? address.searchParams.get('url') ?? '')
    return text(
      address.pathname === '/easy_api' ? short : JSON.stringify({ status: 'success', shortenedUrl: short }),
    )
  })
}

beforeAll(async () => {
  server = await startTestServer({ clock })
  outside = await startFakeService()
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const address = new URL(input instanceof Request ? input.url : input)
    if (!hosts.includes(address.hostname)) return fetch(input, init)
    return fetch(`${outside.url}${address.pathname}${address.search}`, init)
  })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await outside.close()
  await server.stop()
})

const usual = {
  l4r_enabled: true,
  l4r_linkadvertise_user_id: '4711',
  l4r_linkadvertise_api_key: keys.linkvertise,
  l4r_shareus_api_key: keys.shareus,
  l4r_linkpays_api_key: keys.linkpays,
  l4r_gyanilinks_api_key: keys.gyanilinks,
  ...Object.fromEntries(
    ['linkadvertise', 'shareus', 'linkpays', 'gyanilinks'].flatMap((name) => [
      [`l4r_${name}_enabled`, true],
      [`l4r_${name}_coins_per_link`, 100],
      [`l4r_${name}_daily_limit`, 5],
      [`l4r_${name}_min_time_to_complete`, 60],
      [`l4r_${name}_time_to_expire`, 3600],
      [`l4r_${name}_cooldown_time`, 3600],
    ]),
  ),
  app_timezone: 'UTC',
}
const set = (values: Readonly<Record<string, unknown>>) => server.server.core.settings.write(values)
beforeEach(async () => {
  answerOutside()
  await server.pool.query('delete from kernel.rate')
  await set(usual)
})

const customer = async () => (await server.signIn()).api

const targetOf = (address: string) => {
  const { hostname, searchParams } = new URL(address)
  if (hostname !== 'link-to.net') return targets.get(address) ?? ''
  return Buffer.from(searchParams.get('r') ?? '', 'base64').toString('utf8')
}

const start = (api: ApiClient, provider = 'shareus') => api.post('/api/links/attempts', { provider })

/** Starts a link; answers the token that its end carries. */
async function follow(api: ApiClient, provider = 'shareus'): Promise<string> {
  const { status, body } = await start(api, provider)
  expect(status, JSON.stringify(body)).toBe(200)
  const target = new URL(targetOf(String(body['address'])))
  expect(target.origin + target.pathname).toBe(`${server.config.origin}/earn/links`)
  return target.searchParams.get('attempt') ?? ''
}

const finish = (api: ApiClient, token: string, hash?: string) =>
  api.post('/api/links/returns', { token, ...(hash === undefined ? {} : { hash }) })

const balanceOf = async (api: ApiClient) => (await api.get('/api/coins/balance')).body['balance']

const offerOf = async (api: ApiClient, id = 'shareus') =>
  ((await api.get('/api/links/offers')).body['offers'] as { id: string }[]).find((offer) => offer.id === id)

describe('links', () => {
  it.each(['shareus', 'linkpays', 'gyanilinks'])('[LNK1] pays a link of %s once', async (provider) => {
    const api = await customer()
    expect(await offerOf(api, provider)).toMatchObject({ coins: 100, left: 5, nextAt: null })
    const token = await follow(api, provider)
    advance(60_000)
    expect(await finish(api, token)).toMatchObject({ status: 200, body: { coins: 100, balance: 100 } })
    expect((await finish(api, token)).body.error_code).toBe('LINKS_USED')
    expect(await balanceOf(api)).toBe(100)
    const nextAt = new Date(now + hour).toISOString()
    expect(await offerOf(api, provider)).toMatchObject({ left: 4, nextAt })
    const { body } = await api.get('/api/links/history')
    expect(body['items']).toMatchObject([{ state: 'paid', coins: 100 }])
    expect((await api.get('/api/coins/statement')).body['items']).toMatchObject([
      { kind: 'links:earned', amount: 100 },
    ])
    advance(48 * hour)
    expect((await finish(api, token)).body.error_code).toBe('LINKS_USED')
  })

  it('[LNK1] pays a link of Linkvertise with its proof', async () => {
    const api = await customer()
    const token = await follow(api, 'linkvertise')
    advance(60_000)
    expect((await finish(api, token, newHash())).body).toMatchObject({ coins: 100, provider: 'Linkvertise' })
  })

  it('[LNK2] takes what another plugin adds, and gives it back', async () => {
    const api = await customer()
    const rules = { coins: 7, dailyLimit: 1, minSeconds: 0, expirySeconds: 60, cooldownSeconds: 0 }
    const short = 'https://other.example/1'
    const service = server.server.core.services.find(LinkProviders)
    const undo = service?.add({
      id: 'other',
      name: 'Other',
      rules: () => rules,
      createLink: async (target) => {
        targets.set(short, target)
        return short
      },
      verify: async (hash) => hash === 'right',
    })
    expect(() =>
      service?.add({ id: 'other', name: '', rules: () => null, createLink: async () => '' }),
    ).toThrow(/E_LINK_PROVIDER/)
    const token = await follow(api, 'other')
    expect((await finish(api, token, 'wrong')).body.error_code).toBe('LINKS_NOT_VERIFIED')
    expect((await finish(api, token, 'right')).body).toMatchObject({ coins: 7 })
    undo?.()
    expect((await start(api, 'other')).body.error_code).toBe('LINKS_NO_PROVIDER')
  })

  it('[LNK3] keeps the keys to itself and encrypts them', async () => {
    const api = await customer()
    await follow(api)
    const { api: staff } = await server.signIn({ role: 'Administrator' })
    const answers = await Promise.all([
      api.get('/api/links/offers'),
      api.get('/api/links/history'),
      api.get('/api/system/settings'),
      staff.get('/api/settings'),
    ])
    const { rows } = await server.pool.query(`select * from kernel.setting`)
    const seen = JSON.stringify([answers.map(({ body }) => body), rows])
    for (const key of Object.values(keys)) expect(seen).not.toContain(`"${key}"`)
  })

  it('[LNK9] ranks people by paid links', async () => {
    const api = await customer()
    const token = await follow(api)
    await follow(api, 'linkpays')
    advance(60_000)
    await finish(api, token)
    await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
      JSON.stringify({ plugin: 'leaderboard', job: 'count', payload: {} }),
    ])
    const own = async () =>
      ((await api.get('/api/leaderboard?category=links')).body['own'] as { value: number }).value
    await expect.poll(own).toBe(1)
  })

  it('[LNK6] forgets the links of an erased account', async () => {
    const { api, person } = await server.signIn()
    await follow(api)
    const users = server.server.core.services.find(Users)
    await server.server.core.orm.transaction(async (tx) => users?.erase(tx, person.id))
    const left = async () =>
      (await server.pool.query(`select from links.attempt where user_id = $1`, [person.id])).rowCount
    await expect.poll(left).toBe(0)
  })

  it.each([
    ['goes forward', '2027-03-28T21:30:00Z', '2027-03-28T22:00:00.000Z'],
    ['goes back', '2027-10-31T22:30:00Z', '2027-10-31T23:00:00.000Z'],
    ['is in another year', '2027-12-31T22:30:00Z', '2027-12-31T23:00:00.000Z'],
  ])(
    '[LNK5] has the day of the time zone of the instance, whose clock %s',
    async (_title, late, midnight) => {
      await set({ l4r_shareus_daily_limit: 1, l4r_shareus_cooldown_time: 0, app_timezone: 'Europe/Berlin' })
      now = Date.parse(late)
      const api = await customer()
      const token = await follow(api)
      advance(60_000)
      await finish(api, token)
      expect(await offerOf(api)).toMatchObject({ left: 0, nextAt: midnight })
      expect((await start(api)).body.error_code).toBe('LINKS_DAILY_LIMIT')
      now = Date.parse(midnight)
      expect(await offerOf(api)).toMatchObject({ left: 1, nextAt: null })
      expect((await start(api)).status).toBe(200)
    },
  )
})

describe("an abuser's notebook", () => {
  const expectRefused = async (api: ApiClient, code: string, ...given: [string, string?]) => {
    const before = await balanceOf(api)
    expect((await finish(api, ...given)).body.error_code).toBe(code)
    expect(await balanceOf(api)).toBe(before)
  }

  it('[LNK4] a made-up token, a changed one and one without signature', async () => {
    const api = await customer()
    const token = await follow(api)
    advance(60_000)
    const [key = '', signature = ''] = token.split('.')
    const forged = ['', 'x', key, `${key}.`, `${crypto.randomUUID()}.${signature}`]
    for (const each of [...forged, `${key}.${signature.slice(0, -1)}`, `${token}.x`])
      await expectRefused(api, 'LINKS_TOKEN_INVALID', each)
  })

  it('[LNK4] the token of another account', async () => {
    const [api, other] = [await customer(), await customer()]
    const token = await follow(other)
    advance(60_000)
    await expectRefused(api, 'LINKS_TOKEN_INVALID', token)
    expect((await finish(other, token)).status).toBe(200)
  })

  it('[LNK4] a script that reads the token and returns at once ends its link', async () => {
    const api = await customer()
    const token = await follow(api)
    advance(59_999)
    await expectRefused(api, 'LINKS_TOO_EARLY', token)
    advance(60_000)
    await expectRefused(api, 'LINKS_USED', token)
  })

  it('[LNK4] a token kept for later', async () => {
    const api = await customer()
    const token = await follow(api)
    advance(3_600_001)
    await expectRefused(api, 'LINKS_EXPIRED', token)
    expect((await api.get('/api/links/history')).body['items']).toMatchObject([{ state: 'expired' }])
  })

  it('[LNK4] many links at once, finished together: one is open', async () => {
    const api = await customer()
    const tokens = [await follow(api), await follow(api), await follow(api)]
    advance(60_000)
    const answers = await Promise.all(tokens.map((token) => finish(api, token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await balanceOf(api)).toBe(100)
  })

  it('[LNK4] one link finished fifteen times at once', async () => {
    const api = await customer()
    const token = await follow(api)
    advance(60_000)
    const answers = await Promise.all(Array.from({ length: 15 }, () => finish(api, token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await balanceOf(api)).toBe(100)
  })

  it('[LNK5] the next link before the cooldown is over, also from another session', async () => {
    const { api, person } = await server.signIn()
    const token = await follow(api)
    advance(60_000)
    await finish(api, token)
    advance(hour - 1)
    const other = await server.signInAgain(person.id)
    for (const each of [api, other]) expect((await start(each)).body.error_code).toBe('LINKS_COOLDOWN')
    advance(1)
    expect((await start(other)).status).toBe(200)
  })

  it('[LNK5] more links than the day has, and a limit that is lowered meanwhile', async () => {
    await set({ l4r_shareus_cooldown_time: 0, l4r_shareus_daily_limit: 3 })
    const api = await customer()
    for (let link = 0; link < 2; link += 1) {
      const token = await follow(api)
      advance(60_000)
      await finish(api, token)
    }
    const token = await follow(api)
    advance(60_000)
    await set({ l4r_shareus_daily_limit: 2 })
    await expectRefused(api, 'LINKS_DAILY_LIMIT', token)
    expect((await start(api)).body.error_code).toBe('LINKS_DAILY_LIMIT')
  })

  it('[LNK4] Linkvertise without, with a made-up, and with a used proof', async () => {
    const [api, other] = [await customer(), await customer()]
    const [token, theirs] = [await follow(api, 'linkvertise'), await follow(other, 'linkvertise')]
    advance(60_000)
    await expectRefused(api, 'LINKS_NOT_VERIFIED', token)
    await expectRefused(api, 'LINKS_NOT_VERIFIED', token, 'a'.repeat(64))
    const hash = newHash()
    expect((await finish(other, theirs, hash)).status).toBe(200)
    await expectRefused(api, 'LINKS_NOT_VERIFIED', token, hash)
  })

  it('[LNK4] a provider that does not answer, or answers something else, pays nothing', async () => {
    const api = await customer()
    const token = await follow(api, 'linkvertise')
    advance(60_000)
    outside.answer((_request, response) => response.writeHead(500).end('TRUE'))
    await expectRefused(api, 'LINKS_UNAVAILABLE', token, newHash())
    outside.answer((_request, response) => response.writeHead(200).end('Invalid token.'))
    await expectRefused(api, 'LINKS_NOT_VERIFIED', token, newHash())
    for (const body of ['nothing', 'http://short.example/1', 'javascript:alert(1)', '{"status":"error"}']) {
      outside.answer((_request, response) => response.writeHead(200).end(body))
      for (const provider of ['shareus', 'linkpays'])
        expect((await start(api, provider)).body.error_code).toBe('LINKS_UNAVAILABLE')
    }
  })

  it('[LNK4] one proof for several accounts at once, where the provider accepts it each time', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, customer))
    const tokens = await Promise.all(people.map((api) => follow(api, 'linkvertise')))
    advance(60_000)
    outside.answer((_request, response) => response.writeHead(200).end('TRUE'))
    const hash = newHash()
    const answers = await Promise.all(people.map((api, index) => finish(api, tokens[index] ?? '', hash)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error_code === 'LINKS_NOT_VERIFIED')).toHaveLength(4)
    const balances = await Promise.all(people.map(balanceOf))
    expect(balances.toSorted()).toEqual([0, 0, 0, 0, 100])
  })

  it('[LNK4] a hash that tries to reach other parameters of the provider', async () => {
    const api = await customer()
    const token = await follow(api, 'linkvertise')
    advance(60_000)
    await expectRefused(api, 'LINKS_NOT_VERIFIED', token, `x&hash=${newHash()}&token=other`)
  })

  it('[LNK4] amounts and times of the browser: the calls have no place for them', async () => {
    const api = await customer()
    expect((await api.post('/api/links/attempts', { provider: 'shareus', coins: 9 })).status).toBe(400)
    const token = await follow(api)
    advance(60_000)
    expect((await api.post('/api/links/returns', { token, coins: 9 })).status).toBe(400)
    expect((await finish(api, token)).body).toMatchObject({ coins: 100 })
  })

  it('[LNK7] a provider or the whole switched off meanwhile, or without its key', async () => {
    const api = await customer()
    const token = await follow(api)
    advance(60_000)
    await set({ l4r_shareus_api_key: '' })
    await expectRefused(api, 'LINKS_NO_PROVIDER', token)
    expect(await offerOf(api)).toBeUndefined()
    await set({ l4r_shareus_api_key: keys.shareus, l4r_shareus_enabled: false })
    await expectRefused(api, 'LINKS_NO_PROVIDER', token)
    await set({ l4r_shareus_enabled: true, l4r_enabled: false })
    await expectRefused(api, 'FEATURE_OFF', token)
    expect((await start(api)).body.error_code).toBe('FEATURE_OFF')
  })

  it('[LNK7] a suspended account, and nobody', async () => {
    const { api, person } = await server.signIn()
    const token = await follow(api)
    advance(60_000)
    await server.server.core.orm.transaction((tx) => server.server.core.sessions.ban(tx, person.id, true))
    await expect.poll(async () => (await finish(api, token)).status).toBe(401)
    expect((await server.anonymous().post('/api/links/returns', { token })).status).toBe(401)
  })
})
