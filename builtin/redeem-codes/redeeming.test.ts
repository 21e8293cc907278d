import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { turnTheDay } from './server/redemption-queries.ts'
import { aRedeemCode } from './testing.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
let admin: ApiClient
const clock = { now: () => new Date() }

beforeAll(async () => {
  server = await startTestServer({ clock })
  const rights = ['list', 'create', 'edit', 'delete'].map((action) => `admin.redeem.codes.${action}`)
  admin = (await server.signIn({ permissions: rights })).api
})
afterAll(() => server.stop())

async function create(over: Parameters<typeof aRedeemCode>[0] = {}) {
  const given = aRedeemCode(over)
  const { status, body } = await admin.post('/api/redeem-codes', given)
  expect(status, JSON.stringify(body)).toBe(200)
  return body['item'] as { id: string; code: string; version: number }
}

const redeem = (api: ApiClient, code: string, requestKey: string = randomUUID()) =>
  api.post('/api/earn/redemptions', { code, requestKey })

const customer = async () => (await server.signIn()).api

const usesOf = async (id: string) => {
  const { body } = await admin.get(`/api/redeem-codes/${id}`)
  return (body['item'] as { uses: number }).uses
}

describe('redeeming a code', () => {
  it('[RDM1] gives its coins, takes a use, and stands on the statement', async () => {
    const [api, code] = [await customer(), await create({ coins: 70, uses: 3 })]
    const { status, body } = await redeem(api, code.code.toUpperCase())
    expect({ status, body }).toMatchObject({ status: 200, body: { coins: 70, balance: 70 } })
    expect(await usesOf(code.id)).toBe(2)
    const statement = await api.get('/api/coins/statement')
    expect((await api.get('/api/coins/balance')).body).toMatchObject({ balance: 70 })
    expect(statement.body).toMatchObject({
      items: [{ kind: 'redeem-codes:redeemed', note: code.code, amount: 70, balance: 70 }],
      next: null,
    })
    const session = await api.get('/api/user/session')
    expect(session.body['user_info']).toMatchObject({ credits: 70 })
  })

  it('[RDM1] takes no use where the ledger refuses the coins', async () => {
    const [{ api, person }, code] = [await server.signIn(), await create({ coins: 70, uses: 3 })]
    // Almost as many coins as an account may hold.
    await server.pool.query(
      `select coins.post('test', $1::text, 'test', '', 'test', array[$1::uuid, id], array[999999999950, -999999999950]::bigint[])
       from coins.account where kind = 'system' limit 1`,
      [person.id],
    )
    expect((await redeem(api, code.code)).status).toBe(409)
    expect(await usesOf(code.id)).toBe(3)
  })

  it('[RDM2] works once for each customer', async () => {
    const [api, code] = [await customer(), await create({ uses: 5 })]
    await redeem(api, code.code)
    expect((await redeem(api, code.code)).body.error_code).toBe('EARN_CODE_ALREADY')
    expect(await usesOf(code.id)).toBe(4)
  })

  it('[RDM3] answers the same request with what it answered first, even after the code is gone', async () => {
    const [api, code, key] = [await customer(), await create(), randomUUID()]
    const first = await redeem(api, code.code, key)
    expect((await redeem(api, code.code, key)).body).toEqual(first.body)
    expect((await admin.delete(`/api/redeem-codes/${code.id}`)).status).toBe(200)
    expect((await redeem(api, code.code, key)).body).toEqual(first.body)
    const other = await create()
    expect(await redeem(api, other.code, key)).toMatchObject({
      status: 422,
      body: { error_code: 'EARN_KEY_REUSED' },
    })
  })

  it('[RDM4] [R005] lets one of fifty customers have the last use', async () => {
    const code = await create({ uses: 1 })
    const people = await Promise.all(Array.from({ length: 50 }, customer))
    const answers = await Promise.all(people.map((api) => redeem(api, code.code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.error_code === 'EARN_CODE_DEPLETED')).toHaveLength(49)
    expect(await usesOf(code.id)).toBe(0)
    await server.pool.query('delete from kernel.rate')
  })

  it.each([
    ['EARN_CODE_DISABLED', { enabled: false }],
    ['EARN_CODE_EXPIRED', { expiresOn: '2020-01-01' }],
    ['EARN_CODE_DEPLETED', { uses: 0 }],
  ])('[RDM5] says %s beside the field', async (error, over) => {
    const [api, code] = [await customer(), await create(over)]
    const { status, body } = await redeem(api, code.code)
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error_code: error, fields: { code: error } },
    })
  })

  it('[RDM5] says that there is no such code, and lets nobody guess on', async () => {
    const [api, code] = [await customer(), await create()]
    for (let guess = 0; guess < 10; guess += 1)
      expect((await redeem(api, `guess-${guess}`)).body.error_code).toBe('EARN_CODE_INVALID')
    expect((await redeem(api, code.code)).body.error_code).toBe('EARN_TOO_MANY_TRIES')
    expect(await usesOf(code.id)).toBe(10)
  })

  it('[RDM6] can be switched off', async () => {
    await server.server.core.settings.write({ code_redemption_enabled: false })
    const [api, code] = [await customer(), await create()]
    expect((await redeem(api, code.code)).body.error_code).toBe('FEATURE_OFF')
    await server.server.core.settings.write({ code_redemption_enabled: true })
  })

  it('[RDM7] refuses an edit that was begun before a use was taken', async () => {
    const [api, code] = [await customer(), await create({ uses: 5 })]
    await redeem(api, code.code)
    const stale = await admin.patch(`/api/redeem-codes/${code.id}`, { uses: 5, version: code.version })
    expect(stale.body.error_code).toBe('STALE_EDIT')
  })

  it('[RDM7] knows no two codes that differ only by case', async () => {
    const code = await create()
    const { body } = await admin.post('/api/redeem-codes', aRedeemCode({ code: code.code.toUpperCase() }))
    expect(body).toMatchObject({ error_code: 'DUPLICATE', fields: { code: 'DUPLICATE' } })
  })
})

// Each of these gains what one honest redemption gains, or nothing.
describe("an abuser's notebook", () => {
  interface Cheat {
    /** Coins in the end, where the code gives 10 and has three uses. */
    readonly gains: 0 | 10
    /** The uses that are left. */
    readonly left: 2 | 3
    readonly tries: (
      person: Awaited<ReturnType<TestServer['signIn']>>,
      code: Awaited<ReturnType<typeof create>>,
    ) => Promise<unknown>
  }
  const once = { gains: 10, left: 2 } as const
  const nothing = { gains: 0, left: 3 } as const
  const many = (count: number, ask: (index: number) => unknown) =>
    Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
  const post = (api: ApiClient, body: object, headers?: Record<string, string>) =>
    api.post('/api/earn/redemptions', body, headers)

  const cheats: Readonly<Record<string, Cheat>> = {
    '[RDM2] nine requests at once, each with a key of its own': {
      ...once,
      tries: ({ api }, { code }) => many(9, () => redeem(api, code)),
    },
    '[RDM2] two devices of one account at once': {
      ...once,
      async tries({ api, person }, { code }) {
        const other = await server.signInAgain(person.id)
        return many(8, (index) => redeem(index % 2 ? other : api, code))
      },
    },
    '[RDM2] the same code in upper and lower case, and with space around it': {
      ...once,
      tries: ({ api }, { code }) =>
        many(4, (index) => redeem(api, [code, code.toUpperCase(), ` ${code}`, `${code} `][index] ?? '')),
    },
    '[RDM3] one request nine times at once': {
      ...once,
      tries({ api }, { code }) {
        const key = randomUUID()
        return many(9, () => redeem(api, code, key))
      },
    },
    '[RDM3] the key of a code that gives much, for one that was redeemed': {
      ...once,
      async tries({ api }, { code }) {
        const [key, large] = [randomUUID(), await create({ coins: 5_000, uses: 9 })]
        await redeem(api, code, key)
        expect((await redeem(api, large.code, key)).body.error_code).toBe('EARN_KEY_REUSED')
      },
    },
    '[RDM3] the request key of somebody else': {
      gains: 10,
      left: 2,
      async tries({ api }, { code }) {
        const [key, mine] = [randomUUID(), await create({ coins: 10 })]
        await redeem(await customer(), code, key)
        // It names nothing of the other account: their redemption is neither answered nor paid again.
        expect((await redeem(api, mine.code, key)).body).toMatchObject({ coins: 10, balance: 10 })
      },
    },
    '[RDM5] patterns, lists and pieces of a query in place of a code': {
      ...nothing,
      tries: ({ api }) =>
        many(9, (index) =>
          post(api, {
            code: ['%', '_'.repeat(12), "' or '1'='1", '*', '', ' ', null, ['a'], { like: '%' }][index],
            requestKey: randomUUID(),
          }),
        ),
    },
    '[RDM5] a code that begins like this one, and one with characters that look alike': {
      ...nothing,
      tries: ({ api }, { code }) =>
        many(3, (index) =>
          redeem(api, [code.slice(0, -1), `${code}\u200b`, code.replace(/[a-z]/, 'а')][index] ?? ''),
        ),
    },
    '[RDM1] coins, uses and a recipient named in the request': {
      ...nothing,
      tries: ({ api, person }, { code }) =>
        many(4, (index) =>
          post(api, {
            code,
            requestKey: randomUUID(),
            ...[{ coins: 5_000 }, { uses: -1 }, { user: person.id }, { balance: 5_000 }][index],
          }),
        ),
    },
    '[RDM3] no request key, and one that is none': {
      ...nothing,
      tries: ({ api }, { code }) =>
        many(3, (index) => post(api, { code, ...[{}, { requestKey: '' }, { requestKey: 1 }][index] })),
    },
    '[RDM5] guessing from two devices: they share the tries': {
      ...nothing,
      async tries({ api, person }, { code }) {
        const other = await server.signInAgain(person.id)
        await many(10, (index) => redeem(index % 2 ? other : api, `guess-${index}`))
        expect((await redeem(other, code)).body.error_code).toBe('EARN_TOO_MANY_TRIES')
      },
    },
    '[RDM1] another site, on which the customer clicked': {
      ...nothing,
      tries: ({ api }, { code }) =>
        post(
          api,
          { code, requestKey: randomUUID() },
          { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        ),
    },
    '[RDM1] a suspended account': {
      ...nothing,
      async tries({ api, person }, { code }) {
        const { core } = server.server
        await core.orm.transaction((tx) => core.sessions.ban(tx, person.id, true))
        await redeem(api, code)
      },
    },
  }

  it.each(Object.entries(cheats))('%s', async (_title, { gains, left, tries }) => {
    await server.pool.query('delete from kernel.rate')
    const [person, code] = [await server.signIn(), await create({ coins: 10, uses: 3 })]
    await tries(person, code)
    const { rows } = await server.pool.query<{ balance: number }>(
      `select coalesce(sum(balance), 0)::int as balance from coins.account where owner = $1`,
      [person.person.id],
    )
    expect(rows[0]?.balance).toBe(gains)
    expect(await usesOf(code.id)).toBe(left)
  })
})

describe('where a code stands', () => {
  type Listed = { items: { code: string; status: string }[]; next: string | null; previous: string | null }
  const list = async (query: string) =>
    (await admin.get(`/api/redeem-codes?${query}`)).body as unknown as Listed
  const statusOf = async (id: string) =>
    ((await admin.get(`/api/redeem-codes/${id}`)).body['item'] as { status: string }).status
  const edit = async (id: string, body: object) => {
    const { version } = (await admin.get(`/api/redeem-codes/${id}`)).body['item'] as { version: number }
    expect((await admin.patch(`/api/redeem-codes/${id}`, { ...body, version })).status).toBe(200)
  }

  it.each([
    ['enabled', {}],
    ['enabled', { expiresOn: '2999-12-31' }],
    ['disabled', { enabled: false, uses: 0, expiresOn: '2020-01-01' }],
    ['expired', { uses: 0, expiresOn: '2020-01-01' }],
    ['depleted', { uses: 0 }],
  ])('[RDM8] is %s with %j', async (status, over) => {
    const { id, code } = await create(over)
    expect(await statusOf(id)).toBe(status)
    expect((await list(`filter=status:${status}&search=${code}`)).items).toMatchObject([{ code, status }])
  })

  it('[RDM8] follows each edit, and the last use', async () => {
    const { id, code } = await create({ uses: 1 })
    await redeem(await customer(), code)
    expect(await statusOf(id)).toBe('depleted')
    await edit(id, { uses: 2, expiresOn: '2020-01-01' })
    expect(await statusOf(id)).toBe('expired')
    await edit(id, { expiresOn: null })
    expect(await statusOf(id)).toBe('enabled')
    await edit(id, { enabled: false })
    expect(await statusOf(id)).toBe('disabled')
  })

  it('[RDM8] sorts the list page by page', async () => {
    await server.pool.query('delete from redeem_codes.redeem_code')
    for (const over of [{}, { enabled: false }, { expiresOn: '2020-01-01' }, { uses: 0 }, {}])
      await create(over)
    const seen: string[] = []
    let at: string | null = ''
    while (at !== null) {
      const page: Listed = await list(`sort=status&order=asc&limit=2${at && `&cursor=${at}`}`)
      seen.push(...page.items.map(({ status }) => status))
      at = page.next
    }
    expect(seen).toEqual(['depleted', 'disabled', 'enabled', 'enabled', 'expired'])
    expect((await admin.get('/api/redeem-codes?filter=status:odd')).body.error_code).toBe('BAD_QUERY')
  })

  it('[RDM9] ends the day at midnight in the time zone of the instance', async () => {
    const { settings } = server.server.core
    const { now } = clock
    const { code } = await create({ expiresOn: '2027-03-01' })
    const ask = async () => (await redeem(await customer(), code)).body.error_code ?? 'redeemed'
    try {
      clock.now = () => new Date('2027-03-01T23:30:00Z')
      await settings.write({ app_timezone: 'Asia/Tokyo' })
      expect(await ask()).toBe('EARN_CODE_EXPIRED')
      await settings.write({ app_timezone: 'UTC' })
      expect(await ask()).toBe('redeemed')
      clock.now = () => new Date('2027-03-02T00:30:00Z')
      await settings.write({ app_timezone: 'America/New_York' })
      expect(await ask()).toBe('redeemed')
    } finally {
      clock.now = now
      await settings.write({ app_timezone: 'UTC' })
    }
  })

  it('[RDM9] turns codes whose day is over into expired ones, and back where the zone was changed', async () => {
    const [dated, used, open] = [
      await create({ expiresOn: '2027-03-01' }),
      await create({ expiresOn: '2027-03-01', uses: 0 }),
      await create({}),
    ]
    const statuses = () => Promise.all([dated, used, open].map(({ id }) => statusOf(id)))
    await turnTheDay(server.server.core.orm, '2027-03-02')
    expect(await statuses()).toEqual(['expired', 'expired', 'enabled'])
    await turnTheDay(server.server.core.orm, '2027-03-01')
    expect(await statuses()).toEqual(['enabled', 'depleted', 'enabled'])
  })
})

describe('staff', () => {
  const batch = { prefix: 'LAN', count: 50, coins: 30, uses: 1, perUser: 1, expiresOn: null }
  const make = (over: object = {}, api = admin) =>
    api.post('/api/redeem-codes/batches', { ...batch, requestKey: randomUUID(), ...over })

  it('[RDM10] redeems a code as often for each customer as it says, also at once', async () => {
    const [api, other, code] = [await customer(), await customer(), await create({ uses: 50, perUser: 3 })]
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(api, code.code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect((await redeem(api, code.code)).body.error_code).toBe('EARN_CODE_ALREADY')
    expect((await redeem(other, code.code)).status).toBe(200)
    expect(await usesOf(code.id)).toBe(46)
    await server.pool.query('delete from kernel.rate')
  })

  it('[RDM11] makes many codes at once, each different, and redeemable', async () => {
    const requestKey = randomUUID()
    const [first, again] = await Promise.all([make({ requestKey }), make({ requestKey })])
    const codes = first.body['codes'] as string[]
    expect(new Set(codes).size).toBe(50)
    for (const code of codes) expect(code).toMatch(/^LAN(-[A-HJKMNP-Z2-9]{4}){3}$/)
    expect(again.body['codes']).toEqual(codes)
    expect((await redeem(await customer(), codes[0]?.toLowerCase() ?? '')).body).toMatchObject({ coins: 30 })
    expect((await make({ requestKey, coins: 31 })).body.error_code).toBe('REDEEM_CODES_KEY_REUSED')
    const { rows } = await server.pool.query(
      `select after ->> 'count' as count from kernel.audit where action = 'redeem-codes:batch-created'`,
    )
    expect(rows).toEqual([{ count: '50' }])
    for (const over of [{ count: 1001 }, { coins: 0 }, { prefix: 'a b' }, { perUser: 0 }])
      expect((await make(over)).status).toBe(400)
    const lister = await server.signIn({ permissions: ['admin.redeem.codes.list'] })
    expect((await make({}, lister.api)).status).toBe(403)
  })

  it('[RDM12] read who redeemed a code, newest first', async () => {
    const [code, other] = [await create({ uses: 5, coins: 7 }), await create()]
    const people = [await server.signIn(), await server.signIn()]
    await redeem(await customer(), other.code)
    for (const { api } of people) await redeem(api, code.code)
    const { body } = await admin.get(`/api/redeem-codes/${code.id}/uses`)
    expect(body['items']).toMatchObject(
      people.toReversed().map(({ person }) => ({ user: { username: person.username }, coins: 7 })),
    )
    expect((await people[0]?.api.get(`/api/redeem-codes/${code.id}/uses`))?.status).toBe(403)
  })
})
