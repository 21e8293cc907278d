import { randomUUID } from 'node:crypto'
import { Ledger } from '@spawnpoint/contracts/coins'
import { feeOf } from '@spawnpoint/contracts/gifts/schemas'
import { Users } from '@spawnpoint/contracts/users'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const ledger = () => {
  const service = server.server.core.services.find(Ledger)
  if (!service) throw new Error('the ledger is not running')
  return service
}
const balanceOf = (user: string) => ledger().balance(user)

async function aPerson(amount = 0) {
  const { api, person } = await server.signIn()
  const earning = {
    scope: 'test',
    key: person.id,
    kind: 'test:given',
    user: person.id,
    from: 'earnings',
    amount,
  } as const
  if (amount > 0) await server.server.core.orm.transaction((tx) => ledger().earn(tx, earning))
  return { api, id: person.id, name: person.username }
}
const give = (api: ApiClient, to: string, over: object = {}) =>
  api.post('/api/gifts', { to, coins: 50, fee: 5, requestKey: randomUUID(), ...over })
const feesSoFar = async () => {
  const { rows } = await server.pool.query<{ sum: string }>(
    `select coalesce(sum(e.amount), 0)::text as sum from coins.entry e join coins.account a on a.id = e.account where a.name = 'fees'`,
  )
  return Number(rows[0]?.sum)
}

it('[GFT1] moves gift and fee at once, and both read it on their statement', async () => {
  const [ada, ben, fees] = [await aPerson(200), await aPerson(), await feesSoFar()]
  const { status, body } = await give(ada.api, ben.id)
  expect({ status, body }).toMatchObject({ status: 200, body: { coins: 50, fee: 5, balance: 145 } })
  expect([await balanceOf(ada.id), await balanceOf(ben.id), await feesSoFar()]).toEqual([145, 50, fees + 5])
  for (const [person, amount] of [
    [ada, -55],
    [ben, 50],
  ] as const)
    expect((await person.api.get('/api/coins/statement')).body).toMatchObject({
      items: [
        { kind: 'gifts:given', note: `${ada.name} → ${ben.name}`, amount },
        ...(person === ada ? [{}] : []),
      ],
    })
  expect((await ben.api.get('/api/user/session')).body['user_info']).toMatchObject({ credits: 50 })
})

it('[COI43] names nobody in the ledger: statements show the names of today, and a pseudonym after an erasure', async () => {
  const [ada, ben] = [await aPerson(200), await aPerson()]
  await give(ada.api, ben.id)
  const { orm, services } = server.server.core
  await orm.transaction(async (tx) => services.find(Users)?.erase(tx, ben.id))
  const { body } = await ada.api.get('/api/coins/statement')
  expect(body['items']).toMatchObject([
    { kind: 'gifts:given', note: `${ada.name} → deleted-${ben.id.replaceAll('-', '')}` },
    { kind: expect.any(String), note: '' },
  ])
  const { rows } = await server.pool.query<{ note: string }>('select note from coins.transfer')
  expect(rows.filter(({ note }) => note.includes(ben.name) || note.includes(ada.name))).toEqual([])
})

it('[GFT2] takes a fee in whole coins, rounded up, and refuses one that the giver did not see', async () => {
  expect([feeOf(1, 10), feeOf(10, 10), feeOf(11, 10), feeOf(99, 0), feeOf(7, 100)]).toEqual([1, 1, 2, 0, 7])
  const [ada, ben] = [await aPerson(200), await aPerson()]
  for (const fee of [0, 4, 6])
    expect((await give(ada.api, ben.id, { fee })).body.error_code).toBe('GIFTS_FEE_CHANGED')
  await server.server.core.settings.write({ coins_share_fee: 0 })
  expect((await give(ada.api, ben.id, { fee: 0 })).status).toBe(200)
  await server.server.core.settings.write({ coins_share_fee: 10 })
  expect([await balanceOf(ada.id), await balanceOf(ben.id)]).toEqual([150, 50])
})

it('[GFT3] keeps to the bounds, the balance and to people who can receive', async () => {
  const [ada, ben, banned] = [await aPerson(104), await aPerson(), await aPerson()]
  await server.pool.query(`update users.account set banned_reason = 'spam' where id = $1`, [banned.id])
  const tries = [
    [ben.id, { coins: 101, fee: 11 }, 'GIFTS_INSUFFICIENT'],
    [ben.id, { coins: 0, fee: 0 }, 'VALIDATION'],
    [ben.id, { coins: -5, fee: 0 }, 'VALIDATION'],
    [ben.id, { coins: 1.5, fee: 1 }, 'VALIDATION'],
    [ada.id, {}, 'GIFTS_TO_SELF'],
    [banned.id, {}, 'GIFTS_NO_RECIPIENT'],
    [randomUUID(), {}, 'GIFTS_NO_RECIPIENT'],
    [ben.id, { coins: 95, fee: 10 }, 'GIFTS_INSUFFICIENT'],
  ] as const
  for (const [to, over, code] of tries)
    expect([code, (await give(ada.api, to, over)).body.error_code]).toEqual([code, code])
  const rich = await aPerson(500)
  expect((await give(rich.api, ben.id, { coins: 101, fee: 11 })).body.error_code).toBe('GIFTS_TOO_HIGH')
  await server.server.core.settings.write({ coins_share_min_amount: 20 })
  expect((await give(rich.api, ben.id, { coins: 19, fee: 2 })).body.error_code).toBe('GIFTS_TOO_LOW')
  await server.server.core.settings.write({ coins_share_min_amount: 1 })
  expect([await balanceOf(ada.id), await balanceOf(rich.id), await balanceOf(ben.id)]).toEqual([104, 500, 0])
  const offer = await rich.api.get(`/api/gifts/${ben.id}`)
  expect(offer.body).toMatchObject({
    recipient: { name: ben.name },
    balance: 500,
    min: 1,
    max: 100,
    feePercent: 10,
  })
  expect((await rich.api.get(`/api/gifts/${banned.id}`)).status).toBe(404)
})

it('[GFT3] gives nothing to people who hide their profile, and does not say their name', async () => {
  const [ada, ben] = [await aPerson(200), await aPerson()]
  const hide = (visible: boolean) =>
    ben.api.put('/api/profiles/privacy', { visible, findable: true, fields: [] })
  expect((await give(ada.api, ben.id)).status).toBe(200)
  await hide(false)
  const unknown = randomUUID()
  const plain = async (answer: ReturnType<ApiClient['get']>) => {
    const { status, body } = await answer
    return { status, body: { ...body, request_id: '' } }
  }
  expect(await plain(ada.api.get(`/api/gifts/${ben.id}`))).toEqual(
    await plain(ada.api.get(`/api/gifts/${unknown}`)),
  )
  // Nor can it be told from an amount that nobody has.
  for (const coins of [1, 90])
    expect(await plain(give(ada.api, ben.id, { coins, fee: feeOf(coins, 10) }))).toEqual(
      await plain(give(ada.api, unknown, { coins, fee: feeOf(coins, 10) })),
    )
  expect(await balanceOf(ben.id)).toBe(50)
  await hide(true)
  expect((await give(ada.api, ben.id)).status).toBe(200)
})

it('[GFT4] answers a repeated request though nobody can give to its recipient by now', async () => {
  const [ada, ben] = [await aPerson(200), await aPerson()]
  const requestKey = randomUUID()
  const first = await give(ada.api, ben.id, { requestKey })
  await server.pool.query(`update users.account set banned_reason = 'spam' where id = $1`, [ben.id])
  expect(await give(ada.api, ben.id, { requestKey })).toMatchObject({ status: 200, body: first.body })
  expect((await give(ada.api, ben.id)).body.error_code).toBe('GIFTS_NO_RECIPIENT')
  expect(await balanceOf(ben.id)).toBe(50)
})

it('[GFT4] makes one gift of one request, however often it is sent and whatever the rules are by then', async () => {
  const [ada, ben] = [await aPerson(300), await aPerson()]
  const requestKey = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => give(ada.api, ben.id, { requestKey })))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  await server.server.core.settings.write({ coins_share_fee: 50 })
  expect((await give(ada.api, ben.id, { requestKey })).body).toEqual(answers[0]?.body)
  await server.server.core.settings.write({ coins_share_fee: 10 })
  expect((await give(ada.api, ben.id, { requestKey, coins: 60, fee: 6 })).body.error_code).toBe(
    'GIFTS_KEY_REUSED',
  )
  expect([await balanceOf(ada.id), await balanceOf(ben.id)]).toEqual([245, 50])
})

it('[GFT5] writes the recipient one email for each gift', async () => {
  const [ada, ben] = [await aPerson(300), await aPerson()]
  const emails = async () => {
    const { rows } = await server.pool.query<{ count: number }>(
      'select count(*)::int as count from mail.email where user_id = $1',
      [ben.id],
    )
    return rows[0]?.count
  }
  await server.server.core.settings.write({
    smtp_enabled: true,
    smtp_host: '127.0.0.1',
    smtp_from: 'a@example.com',
  })
  const requestKey = randomUUID()
  for (let time = 0; time < 3; time += 1)
    expect((await give(ada.api, ben.id, { requestKey })).status).toBe(200)
  expect(await emails()).toBe(1)
  await server.server.core.settings.write({ smtp_enabled: false })
})

it('[GFT5] tells both in their notifications, once for each gift', async () => {
  const [ada, ben] = [await aPerson(300), await aPerson()]
  const requestKey = randomUUID()
  for (let time = 0; time < 2; time += 1)
    expect((await give(ada.api, ben.id, { requestKey })).status).toBe(200)
  const told = async ({ api }: { api: ApiClient }) =>
    ((await api.get('/api/notifications')).body['items'] as Record<string, unknown>[]).map(
      ({ plugin, kind, params }) => ({ plugin, kind, params }),
    )
  expect(await told(ada)).toEqual([{ plugin: 'gifts', kind: 'given', params: { name: ben.name, coins: 50 } }])
  expect(await told(ben)).toEqual([
    { plugin: 'gifts', kind: 'received', params: { giver: ada.name, coins: 50 } },
  ])
})

// Each of these moves what an honest gift moves, or nothing.
describe("an abuser's notebook", () => {
  type Somebody = Awaited<ReturnType<typeof aPerson>>
  interface Cheat {
    /** Coins of the cheat and of the victim in the end; both began with 100. */
    readonly ends: readonly [number, number]
    readonly tries: (cheat: Somebody, victim: Somebody) => Promise<readonly (string | number | undefined)[]>
  }
  const codeOf = async (answer: ReturnType<ApiClient['post']>) => {
    const { status, body } = await answer
    return body.error_code ?? status
  }
  const many = (count: number, ask: (index: number) => ReturnType<ApiClient['post']>) =>
    Promise.all(Array.from({ length: count }, (_, index) => codeOf(ask(index))))
  const unchanged = [100, 100] as const

  const cheats: Readonly<Record<string, Cheat>> = {
    '[GFT3] a negative gift, which would take': {
      ends: unchanged,
      tries: ({ api }, { id }) => many(1, () => give(api, id, { coins: -50, fee: -5 })),
    },
    '[GFT3] a part of a coin, and amounts that are no numbers': {
      ends: unchanged,
      tries: ({ api }, { id }) =>
        many(4, (index) => give(api, id, { coins: [0.4, '50', 1e300, null][index], fee: 0 })),
    },
    '[GFT3] all coins, with nothing left for the fee': {
      ends: unchanged,
      tries: ({ api }, { id }) => many(1, () => give(api, id, { coins: 100, fee: 10 })),
    },
    '[GFT3] more than a gift may have, and less': {
      ends: unchanged,
      tries: ({ api }, { id }) => many(2, (index) => give(api, id, { coins: [101, 0][index], fee: 0 })),
    },
    '[GFT3] a gift to oneself': {
      ends: unchanged,
      tries: ({ api, id }) => many(1, () => give(api, id)),
    },
    '[GFT2] no fee, a negative one, and one of another percentage': {
      ends: unchanged,
      tries: ({ api }, { id }) => many(3, (index) => give(api, id, { fee: [0, -5, 4][index] })),
    },
    '[GFT2] a gift in the smallest pieces: each has its whole fee': {
      ends: [80, 110],
      tries: ({ api }, { id }) => many(10, () => give(api, id, { coins: 1, fee: 1 })),
    },
    '[GFT3] the victim named as giver': {
      ends: unchanged,
      tries: ({ api, id }, victim) =>
        many(2, (index) => give(api, id, index === 0 ? { from: victim.id } : { actor: victim.id })),
    },
    '[GFT4] one request twenty times at once': {
      ends: [45, 150],
      tries: ({ api }, { id }) => {
        const requestKey = randomUUID()
        return many(20, () => give(api, id, { requestKey }))
      },
    },
    '[GFT3] twenty requests at once, with coins for one': {
      ends: [34, 160],
      tries: ({ api }, { id }) => many(20, () => give(api, id, { coins: 60, fee: 6 })),
    },
    '[GFT4] the key of a small gift for a large one, and for another person': {
      ends: [89, 110],
      async tries({ api }, { id }) {
        const requestKey = randomUUID()
        await give(api, id, { coins: 10, fee: 1, requestKey })
        const { id: friend } = await aPerson()
        return [
          await codeOf(give(api, id, { coins: 80, fee: 8, requestKey })),
          await codeOf(give(api, friend, { coins: 10, fee: 1, requestKey })),
        ]
      },
    },
    '[GFT1] a ring of gifts: the fees go, and nothing comes': {
      ends: [98, 98],
      tries: async (cheat, victim) => [
        await codeOf(give(cheat.api, victim.id, { coins: 20, fee: 2 })),
        await codeOf(give(victim.api, cheat.id, { coins: 20, fee: 2 })),
      ],
    },
    '[GFT3] an account with frozen coins': {
      ends: unchanged,
      async tries({ api, id }, victim) {
        await server.pool.query('update coins.account set frozen_at = now() where id = $1', [id])
        return many(1, () => give(api, victim.id))
      },
    },
    '[GFT3] a suspended account that sends its coins away': {
      ends: unchanged,
      async tries({ api, id }, victim) {
        const { core } = server.server
        await core.orm.transaction((tx) => core.sessions.ban(tx, id, true))
        return many(1, () => give(api, victim.id))
      },
    },
    '[GFT3] another site, on which the victim clicked': {
      ends: unchanged,
      tries: ({ id }, { api }) =>
        many(1, () =>
          api.post(
            '/api/gifts',
            { to: id, coins: 50, fee: 5, requestKey: randomUUID() },
            { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
          ),
        ),
    },
  }

  it.each(Object.entries(cheats))('%s', async (_title, { ends, tries }) => {
    await server.pool.query('delete from kernel.rate')
    const [cheat, victim] = [await aPerson(100), await aPerson(100)]
    const codes = await tries(cheat, victim)
    if (ends === unchanged) expect(codes.filter((code) => code === 200)).toEqual([])
    expect([await balanceOf(cheat.id), await balanceOf(victim.id)]).toEqual(ends)
    const { rowCount } = await server.pool.query('select from coins.drift()')
    expect(rowCount).toBe(0)
  })
})

it('[GFT6] is not there while allow_coins_sharing is off', async () => {
  const [ada, ben] = [await aPerson(100), await aPerson()]
  await server.server.core.settings.write({ allow_coins_sharing: false })
  expect((await give(ada.api, ben.id)).status).toBe(404)
  expect((await ada.api.get(`/api/gifts/${ben.id}`)).status).toBe(404)
  await server.server.core.settings.write({ allow_coins_sharing: true })
  expect((await give(server.anonymous(), ben.id)).status).toBe(401)
  expect(await balanceOf(ada.id)).toBe(100)
})
