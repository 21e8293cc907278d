import { EarningHolds } from '@spawnpoint/contracts/anti-abuse'
import { Ledger } from '@spawnpoint/contracts/coins'
import { Users } from '@spawnpoint/contracts/users'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { createEarners, type Earner } from './testing.ts'

const vpn = '203.0.113.9'
const home = '198.51.100.7'
const list = ['admin.earning.holds.list', 'admin.earning.holds.decide']

let server: TestServer
let earners: ReturnType<typeof createEarners>
let staff: ApiClient
let now = Date.parse('2027-05-04T09:00:00Z')

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) }, env: { TRUST_PROXY: '1' } })
  earners = createEarners(server)
  const editor = (await server.signIn({ permissions: ['admin.earning.holds.networks'] })).api
  expect(await editor.put('/api/anti-abuse/networks', { text: '203.0.113.0/24' })).toMatchObject({
    status: 200,
    body: { own: 1 },
  })
  staff = (await server.signIn({ permissions: list })).api
})
afterAll(() => server.stop())
beforeEach(async () => {
  now += 60_000
  await server.pool.query('delete from kernel.rate')
  await server.server.core.settings.write({
    firewall_block_vpn: true,
    firewall_block_alts: false,
    app_timezone: 'UTC',
  })
})

const need = <T>(service: T | null): T => {
  if (!service) throw new Error('a service is not running')
  return service
}
const ledger = () => need(server.server.core.services.find(Ledger))
const holds = () => need(server.server.core.services.find(EarningHolds))
const balanceOf = ({ id }: Pick<Earner, 'id'>) => ledger().balance(id)

interface OwnHold {
  readonly id: string
  readonly state: string
  readonly coins: number
}
const ownHolds = async ({ api }: Pick<Earner, 'api'>, query = '') =>
  (await api.get(`/api/anti-abuse/own-holds${query}`)).body['holds'] as OwnHold[]

/** Earns one reward of 100, which is held. */
async function held(): Promise<Earner & { hold: string; token: string }> {
  const who = await earners.earner({}, home)
  const token = await earners.startLink(who)
  const answer = await earners.finishLink({ ...who, ip: vpn }, token)
  expect(answer).toMatchObject({ status: 200, body: { coins: 100, balance: null } })
  const [hold] = await ownHolds(who)
  return { ...who, hold: hold?.id ?? '', token }
}

const decide = (id: string, pay: boolean, api = staff) =>
  api.post(`/api/anti-abuse/holds/${id}/decision`, { pay, note: 'Looked at it' })

const appeal = ({ api }: Pick<Earner, 'api'>, id: string, text = 'My school has this network.') =>
  api.post(`/api/anti-abuse/own-holds/${id}/appeal`, { text })

describe('a held earning', () => {
  it('[ABU1] is not paid and uses up the link; without a sign it is paid at once', async () => {
    const who = await held()
    expect(await balanceOf(who)).toBe(0)
    expect(await ownHolds(who)).toMatchObject([{ state: 'open', coins: 100, kind: 'links:earned' }])
    expect((await earners.finishLink(who, who.token)).body.error_code).toBe('LINKS_USED')
    expect((await who.api.get('/api/links/history')).body['items']).toMatchObject([{ state: 'held' }])
    expect(await earners.earn(who)).toBe(100)
    expect(await ownHolds(who)).toHaveLength(1)
  })

  it('[ABU1] counts against the limit of the day', async () => {
    const who = await earners.earner()
    earners.rules.dailyLimit = 2
    for (let each = 0; each < 2; each += 1) expect(await earners.earn({ ...who, ip: vpn })).toBeNull()
    const again = await who.api.post('/api/links/attempts', { provider: 'inhouse' })
    expect(again.body.error_code).toBe('LINKS_DAILY_LIMIT')
    await decide((await ownHolds(who))[0]?.id ?? '', false)
    expect((await who.api.post('/api/links/attempts', { provider: 'inhouse' })).status).toBe(409)
    earners.rules.dailyLimit = 50
  })

  it('[ABU4] is shown to its owner alone, and without the evidence', async () => {
    const [who, other] = [await held(), await earners.earner()]
    const { body } = await who.api.get('/api/anti-abuse/own-holds')
    expect(JSON.stringify(body)).not.toMatch(/vpn|203\.0\.113|signs|evidence/)
    expect(await ownHolds(other)).toEqual([])
    expect(await ownHolds(who, '?source=links')).toHaveLength(1)
    expect(await ownHolds(who, '?source=afk')).toEqual([])
    expect((await other.api.get('/api/anti-abuse/holds')).status).toBe(403)
  })

  it('[ABU4] takes one appeal of its owner', async () => {
    const [who, other] = [await held(), await earners.earner()]
    expect((await appeal(other, who.hold)).status).toBe(404)
    expect((await appeal(who, who.hold, 'short')).status).toBe(400)
    expect((await appeal(who, who.hold)).status).toBe(200)
    expect((await appeal(who, who.hold, 'Something else than before')).body.error_code).toBe('HOLDS_APPEALED')
    const { body } = await staff.get('/api/anti-abuse/holds?filter=state:appealed')
    expect(body['items']).toMatchObject([{ id: who.hold, appeal: { text: 'My school has this network.' } }])
  })

  it('[ABU4] takes no appeal after the decision, and five an hour', async () => {
    const who = await held()
    expect((await decide(who.hold, false)).status).toBe(200)
    expect((await appeal(who, who.hold)).body.error_code).toBe('HOLDS_DECIDED')
    for (let each = 0; each < 4; each += 1) await appeal(who, who.hold)
    expect((await appeal(who, who.hold)).status).toBe(429)
  })

  it('[ABU12] is listed by state with evidence, appeal and decision', async () => {
    const [open, decided] = [await held(), await held()]
    await decide(decided.hold, false)
    const items = async (state: string) =>
      (await staff.get(`/api/anti-abuse/holds?filter=state:${state}`)).body['items'] as { id: string }[]
    const ids = async (state: string) => (await items(state)).map(({ id }) => id)
    expect(await ids('open')).toContain(open.hold)
    expect(await ids('open')).not.toContain(decided.hold)
    expect(await ids('decided')).not.toContain(open.hold)
    expect((await items('decided'))[0]).toMatchObject({
      id: decided.hold,
      user: { username: decided.username },
      signs: [{ plugin: 'anti-abuse', code: 'vpn', detail: '203.0.113.0/24', other: null }],
      decision: { note: 'Looked at it' },
      state: 'void',
    })
    expect(await ids('appealed')).not.toContain(open.hold)
    const counts = (await staff.get('/api/anti-abuse/counts')).body
    const openIds = await ids('open')
    expect(counts).toMatchObject({ open: openIds.length, coins: openIds.length * 100 })
  })
})

describe('a decision', () => {
  it('[ABU5] [ABU11] pays once, under the key of the payer', async () => {
    const who = await held()
    expect(await decide(who.hold, true)).toMatchObject({ status: 200, body: { state: 'paid' } })
    expect(await balanceOf(who)).toBe(100)
    expect((await decide(who.hold, true)).body.error_code).toBe('HOLDS_DECIDED')
    expect((await decide(who.hold, false)).body.error_code).toBe('HOLDS_DECIDED')
    expect(await balanceOf(who)).toBe(100)
    expect((await who.api.get('/api/links/history')).body['items']).toMatchObject([{ state: 'paid' }])
    expect((await who.api.get('/api/coins/statement')).body['items']).toMatchObject([
      { kind: 'links:earned', note: 'In-house', amount: 100 },
    ])
  })

  it('[ABU5] [ABU11] cancels once', async () => {
    const who = await held()
    expect(await decide(who.hold, false)).toMatchObject({ status: 200, body: { state: 'void' } })
    expect((await decide(who.hold, true)).body.error_code).toBe('HOLDS_DECIDED')
    expect(await balanceOf(who)).toBe(0)
    expect((await who.api.get('/api/links/history')).body['items']).toMatchObject([{ state: 'void' }])
    expect(await ownHolds(who)).toMatchObject([{ state: 'void' }])
  })

  it('[ABU5] of many staff at the same moment is one', async () => {
    const colleagues = await Promise.all(
      Array.from({ length: 4 }, () => server.signIn({ permissions: list })),
    )
    for (let round = 0; round < 5; round += 1) {
      await server.pool.query('delete from kernel.rate')
      const who = await held()
      const answers = await Promise.all(
        colleagues.flatMap(({ api }) => [decide(who.hold, true, api), decide(who.hold, false, api)]),
      )
      const done = answers.filter(({ status }) => status === 200)
      expect(done).toHaveLength(1)
      expect(await balanceOf(who)).toBe(done[0]?.body['state'] === 'paid' ? 100 : 0)
      const { rowCount } = await server.pool.query(
        `select from kernel.audit where target = $1 and action like 'anti-abuse:%'`,
        [who.id],
      )
      expect(rowCount).toBe(1)
    }
  })

  it('[ABU5] needs its permission, and is never about the own earnings', async () => {
    const who = await held()
    const looker = (await server.signIn({ permissions: ['admin.earning.holds.list'] })).api
    expect((await decide(who.hold, true, looker)).status).toBe(403)
    expect((await decide(randomUUID(), true)).status).toBe(404)
    const colleague = await server.signIn({ permissions: list })
    await earners.finishLink(
      { api: colleague.api, ip: vpn },
      await earners.startLink({ api: colleague.api, ip: vpn }),
    )
    const [own] = await ownHolds(colleague)
    expect((await decide(own?.id ?? '', true, colleague.api)).body.error_code).toBe('HOLDS_OWN')
    expect(await balanceOf(colleague.person)).toBe(0)
  })

  it('[ABU5] is audited with its note', async () => {
    const who = await held()
    await decide(who.hold, true)
    const { rows } = await server.pool.query<{ action: string; after: object }>(
      `select action, after from kernel.audit where target = $1 and action like 'anti-abuse:%'`,
      [who.id],
    )
    expect(rows).toMatchObject([
      { action: 'anti-abuse:paid', after: { coins: 100, note: 'Looked at it', hold: who.hold } },
    ])
  })

  it('[ABU5] writes the person one email', async () => {
    const emails = async (id: string) =>
      (await server.pool.query(`select from mail.email where user_id = $1`, [id])).rowCount
    const who = await held()
    await server.server.core.settings.write({
      smtp_enabled: true,
      smtp_host: '127.0.0.1',
      smtp_from: 'a@example.com',
    })
    try {
      const before = Number(await emails(who.id))
      await decide(who.hold, true)
      await decide(who.hold, true)
      expect(await emails(who.id)).toBe(before + 1)
    } finally {
      await server.server.core.settings.write({ smtp_enabled: false })
    }
  })

  it('[ABU6] pays nothing twice, also where the payer paid meanwhile', async () => {
    const who = await earners.earner()
    const reward = { scope: 'test', key: randomUUID(), kind: 'test:given', user: who.id }
    const review = await holds().inspect([{ user: who.id, ip: vpn }])
    const hold = () =>
      server.server.core.orm.transaction((tx) =>
        need(review).hold(tx, { ...reward, source: 'test', recipients: [{ user: who.id, amount: 70 }] }),
      )
    await hold()
    await hold()
    const [own, ...more] = await ownHolds(who)
    expect(more).toEqual([])
    await server.server.core.orm.transaction((tx) =>
      ledger().earn(tx, { ...reward, from: 'earnings', amount: 70 }),
    )
    expect((await decide(own?.id ?? '', true)).status).toBe(200)
    expect(await balanceOf(who)).toBe(70)
    await hold()
    expect(await ownHolds(who)).toHaveLength(1)
  })

  it('[ABU6] clears the sign for the next earning when it pays, and not when it cancels', async () => {
    const [paid, canceled] = [await held(), await held()]
    await decide(paid.hold, true)
    await decide(canceled.hold, false)
    expect(await earners.earn({ ...paid, ip: vpn })).toBe(200)
    expect(await earners.earn({ ...canceled, ip: vpn })).toBeNull()
  })

  it('[ABU7] gathers coins that come one by one in one open hold', async () => {
    const who = await earners.earner()
    const collect = async (key: number) => {
      const review = await holds().inspect([{ user: who.id, ip: vpn }])
      await server.server.core.orm.transaction((tx) =>
        need(review).hold(tx, {
          source: 'afk',
          user: who.id,
          recipients: [{ user: who.id, amount: 1 }],
          scope: `afk:${who.id}`,
          key: String(key),
          kind: 'afk:earned',
          joins: true,
        }),
      )
    }
    for (const key of [1, 2, 3]) await collect(key)
    expect(await ownHolds(who)).toMatchObject([{ state: 'open', coins: 3 }])
    const [first] = await ownHolds(who)
    await decide(first?.id ?? '', false)
    await collect(4)
    expect(await ownHolds(who)).toMatchObject([
      { state: 'open', coins: 1 },
      { state: 'void', coins: 3 },
    ])
    await decide((await ownHolds(who))[0]?.id ?? '', true)
    expect(await balanceOf(who)).toBe(1)
  })

  it('[ABU10] ends with the account, and its words go', async () => {
    const who = await held()
    await appeal(who, who.hold)
    const users = need(server.server.core.services.find(Users))
    await server.server.core.orm.transaction((tx) => users.erase(tx, who.id))
    const row = async () =>
      (
        await server.pool.query<{ state: string; appeal: string | null }>(
          `select state, appeal from anti_abuse.hold where id = $1`,
          [who.hold],
        )
      ).rows[0]
    await expect.poll(row).toEqual({ state: 'void', appeal: null })
    expect((await decide(who.hold, true)).body.error_code).toBe('HOLDS_DECIDED')
  })
})
