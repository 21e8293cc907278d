import { Users } from '@spawnpoint/contracts/users'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startFakeService } from '../../tests/support/server/start-fake-service.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { mailboxOf } from './server/find-signs.ts'
import { parseNetworks } from './server/parse-networks.ts'
import { createEarners, type Earner } from './testing.ts'

const vpn = '203.0.113.9'
const dayMs = 86_400_000

let server: TestServer
let earners: ReturnType<typeof createEarners>
let now = Date.parse('2027-05-04T09:00:00Z')

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) }, env: { TRUST_PROXY: '1' } })
  earners = createEarners(server)
})
afterAll(() => server.stop())

const off = {
  firewall_block_vpn: false,
  firewall_block_alts: false,
  anti_abuse_network_list_url: '',
  app_timezone: 'UTC',
}
const set = (values: object) => server.server.core.settings.write({ ...values })
beforeEach(async () => {
  await server.pool.query('delete from kernel.rate')
  await set(off)
})

const saveNetworks = async (text: string) => {
  const { api } = await server.signIn({ permissions: ['admin.earning.holds.networks'] })
  return api.put('/api/anti-abuse/networks', { text })
}

async function runJob(job: string) {
  await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin: 'anti-abuse', job, payload: {} }),
  ])
  const waiting = async () =>
    (
      await server.pool.query(
        `select from graphile_worker._private_jobs where payload ->> 'plugin' = 'anti-abuse' and payload ->> 'job' = $1`,
        [job],
      )
    ).rowCount
  await expect.poll(waiting).toBe(0)
}

describe('networks', () => {
  it('[ABU9] are read one a line, with comments, and are neither wrong nor too wide', () => {
    expect(
      parseNetworks('203.0.113.9 # a server\n\r\n; none\n198.51.100.0/24\n2001:db8::/32,203.0.113.9'),
    ).toEqual({ networks: ['203.0.113.9', '198.51.100.0/24', '2001:db8::/32'], bad: [] })
    const wrong = [
      '0.0.0.0/0',
      '10.0.0.0/7',
      '::/15',
      '203.0.113.0/33',
      '203.0.113',
      'vpn.example',
      '1.2.3.4/x',
    ]
    expect(parseNetworks(wrong.join('\n'))).toEqual({ networks: [], bad: wrong })
  })

  it('[ABU9] with a wrong line change nothing, and need their permission', async () => {
    expect((await saveNetworks('203.0.113.0/24')).status).toBe(200)
    const refused = await saveNetworks('198.51.100.0/24\nnot a network')
    expect(refused).toMatchObject({ status: 422, body: { error_code: 'HOLDS_BAD_NETWORK' } })
    const { api } = await server.signIn({ permissions: ['admin.earning.holds.networks'] })
    expect((await api.get('/api/anti-abuse/networks')).body).toMatchObject({ text: '203.0.113.0/24', own: 1 })
    const looker = (await server.signIn({ permissions: ['admin.earning.holds.list'] })).api
    expect((await looker.put('/api/anti-abuse/networks', { text: '' })).status).toBe(403)
  })

  it('[ABU2] of the list hold an earning, others do not', async () => {
    await saveNetworks('203.0.113.0/24\n2001:db8:9::/48')
    const who = await earners.earner()
    expect(await earners.earn({ ...who, ip: vpn })).toBe(100)
    await set({ firewall_block_vpn: true })
    expect(await earners.earn({ ...who, ip: vpn })).toBeNull()
    expect(await earners.earn({ ...who, ip: '2001:db8:9::1' })).toBeNull()
    expect(await earners.earn({ ...who, ip: '::ffff:203.0.113.9' })).toBeNull()
    expect(await earners.earn({ ...who, ip: '203.0.114.9' })).toBe(200)
  })

  it('[PER32] do not hold for those with user.permission.vpn', async () => {
    await saveNetworks('203.0.113.0/24')
    await set({ firewall_block_vpn: true })
    const allowed = (await server.signIn({ permissions: ['user.permission.vpn'] })).api
    const other = (await server.signIn({ permissions: ['user.permission.alt'] })).api
    expect(await earners.earn({ api: allowed, ip: vpn })).toBe(100)
    expect(await earners.earn({ api: other, ip: vpn })).toBeNull()
  })

  it('[ABU9] of a provider are read once a week, and a bad answer changes nothing', async () => {
    const provider = await startFakeService()
    let text = '# list\n203.0.113.0/24\nbroken line\n198.51.100.9\n'
    provider.answer((_call, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(text))
    await saveNetworks('')
    const listed = async () => {
      const { rows } = await server.pool.query<{ range: string }>(
        `select range::text from anti_abuse.network where origin = 'provider' order by range`,
      )
      return rows.map(({ range }) => range)
    }
    await set({ firewall_block_vpn: true, anti_abuse_network_list_url: `${provider.url}/list` })
    await runJob('networks')
    await expect.poll(listed).toEqual(['198.51.100.9/32', '203.0.113.0/24'])
    expect(await earners.earn({ ...(await earners.earner()), ip: vpn })).toBeNull()
    text = '198.51.100.10'
    now += 6 * dayMs
    await runJob('networks')
    expect(await listed()).toHaveLength(2)
    text = '<html>an error</html>'
    now += 2 * dayMs
    await runJob('networks')
    expect(await listed()).toHaveLength(2)
    text = '198.51.100.10'
    await runJob('networks')
    expect(await listed()).toEqual(['198.51.100.10/32'])
    await set({ anti_abuse_network_list_url: '' })
    await runJob('networks')
    await expect.poll(listed).toEqual([])
    await provider.close()
  })
})

let count = 0
/** An address of its own network. */
const aPlace = () => {
  count += 1
  return `192.0.${Math.floor(count / 250)}.${(count % 250) + 1}`
}
const aMailbox = () => `m${randomUUID().slice(0, 8)}`

const showDevice = async ({ api }: Pick<Earner, 'api'>, device: string) =>
  expect((await api.post('/api/anti-abuse/devices', { device })).status).toBe(200)

/** The server has taken note of the account. */
const noted = async (who: Earner): Promise<Earner> => {
  const row = () => server.pool.query(`select from anti_abuse.registration where user_id = $1`, [who.id])
  await expect.poll(async () => (await row()).rowCount).toBe(1)
  return who
}

async function pair(
  first: { ip: string; email?: string },
  second: { ip: string; email?: string },
  apartMs = 0,
) {
  const register = async ({ ip, email }: { ip: string; email?: string }) =>
    noted(await earners.earner(email === undefined ? {} : { email }, ip))
  const older = await register(first)
  now += 1000 + apartMs
  return [older, await register(second)] as const
}

describe('second accounts', () => {
  beforeEach(() => set({ firewall_block_alts: true }))

  it('[ABU3] a shared network alone, or with time, is no sign', async () => {
    const ip = aPlace()
    const [older, newer] = await pair({ ip }, { ip })
    expect(await earners.earn(older)).toBe(100)
    expect(await earners.earn(newer)).toBe(100)
  })

  it('[ABU3] a shared browser alone, or mailbox alone, is no sign', async () => {
    const device = randomUUID()
    const [a, b] = await pair({ ip: aPlace() }, { ip: aPlace() })
    await showDevice(a, device)
    await showDevice(b, device)
    expect(await earners.earn(b)).toBe(100)
    const mailbox = aMailbox()
    const [, d] = await pair(
      { ip: aPlace(), email: `${mailbox}@example.com` },
      { ip: aPlace(), email: `${mailbox}+2@example.com` },
    )
    expect(await earners.earn(d)).toBe(100)
  })

  it('[USR38] two accounts whose addresses are kept no longer do not share a network by that', async () => {
    const device = randomUUID()
    const [older, newer] = await pair({ ip: aPlace() }, { ip: aPlace() })
    const ids = [[older.id, newer.id]]
    await server.pool.query(`update users.account set first_ip = '' where id = any($1)`, ids)
    await server.pool.query('delete from anti_abuse.registration where user_id = any($1)', ids)
    await showDevice(older, device)
    await showDevice(newer, device)
    expect(await earners.earn(newer)).toBe(100)
  })

  it('[ABU3] a shared browser and network hold the newer account, and not the older one', async () => {
    const [device, ip] = [randomUUID(), aPlace()]
    const [older, newer] = await pair({ ip }, { ip }, 9 * 3_600_000)
    await showDevice(older, device)
    await showDevice(newer, device)
    expect(await earners.earn(newer)).toBeNull()
    expect(await earners.earn(older)).toBe(100)
    const { rows } = await server.pool.query<{ signs: object[] }>(
      `select signs from anti_abuse.hold where user_id = $1`,
      [newer.id],
    )
    expect(rows[0]?.signs).toMatchObject([{ code: 'alt', other: older.id, detail: 'device network' }])
  })

  it('[ABU3] a shared mailbox and the network of earning hold the newer account', async () => {
    const [mailbox, ip] = [aMailbox(), aPlace()]
    const [older, newer] = await pair(
      { ip: aPlace(), email: `${mailbox}@gmail.com` },
      { ip: aPlace(), email: `${mailbox.slice(0, 2)}.${mailbox.slice(2)}+x@googlemail.com` },
    )
    expect(await earners.earn(newer)).toBe(100)
    expect(await earners.earn({ ...older, ip })).toBe(100)
    expect(await earners.earn({ ...newer, ip })).toBeNull()
  })

  it('[ABU3] writes mailboxes in one way', () => {
    expect(mailboxOf('Ann.B+2@GoogleMail.com')).toBe('annb@gmail.com')
    expect(mailboxOf('ann.b+2@example.com')).toBe('ann.b@example.com')
  })

  it('[ABU14] are shown to staff beside the account, from both sides, with what they share', async () => {
    const [device, ip] = [randomUUID(), aPlace()]
    const [older, newer] = await pair({ ip }, { ip }, 9 * 3_600_000)
    const stranger = await noted(await earners.earner({}, aPlace()))
    await showDevice(older, device)
    await showDevice(newer, device)
    const { api } = await server.signIn({ permissions: ['admin.users.list'] })
    const related = async ({ id }: Pick<Earner, 'id'>) =>
      (await api.get(`/api/anti-abuse/users/${id}/related`)).body as unknown as { items: object[] }
    const signals = ['device', 'network']
    expect(await related(older)).toMatchObject({
      compared: true,
      items: [{ user: { id: newer.id, username: newer.username }, signals, likely: true }],
    })
    expect((await related(newer)).items).toMatchObject([{ user: { id: older.id }, likely: true }])
    expect((await related(stranger)).items).toEqual([])
    expect((await older.api.get(`/api/anti-abuse/users/${newer.id}/related`)).status).toBe(403)
    await set({ firewall_block_alts: false })
    expect(await related(older)).toMatchObject({ compared: false })
  })

  it('[PER31] are allowed to those with user.permission.alt', async () => {
    const [device, ip] = [randomUUID(), '127.0.0.1']
    const older = await server.signIn()
    await showDevice(older, device)
    now += 1000
    const [allowed, other] = [
      await server.signIn({ permissions: ['user.permission.alt'] }),
      await server.signIn({ permissions: ['user.permission.vpn'] }),
    ]
    await showDevice(allowed, device)
    await showDevice(other, device)
    expect(await earners.earn({ api: other.api, ip })).toBeNull()
    expect(await earners.earn({ api: allowed.api, ip })).toBe(100)
  })

  it('[ABU10] leave only keyed hashes, for a month, and nothing while they are not compared', async () => {
    const [device, ip] = [randomUUID(), aPlace()]
    const [who] = await pair({ ip }, { ip: aPlace() })
    await showDevice(who, device)
    await earners.earn(who)
    const traces = async (id: string) =>
      (
        await server.pool.query<{ text: string }>(
          `select t::text as text from anti_abuse.trace t where user_id = $1
           union all select r::text from anti_abuse.registration r where user_id = $1`,
          [id],
        )
      ).rows.map(({ text }) => text)
    expect(await traces(who.id)).toHaveLength(3)
    expect((await traces(who.id)).join()).not.toMatch(new RegExp(`${device}|${ip}|example`))
    now += 19 * dayMs
    await set({ anti_abuse_keep_days: 18 })
    await runJob('clean-up')
    await expect.poll(() => traces(who.id)).toHaveLength(1)
    await set({ anti_abuse_keep_days: 30 })
    const { rows } = await server.pool.query(
      `select network from anti_abuse.registration where user_id = $1`,
      [who.id],
    )
    expect(rows).toEqual([{ network: null }])
    await set({ firewall_block_alts: false })
    const quiet = await earners.earner()
    expect((await quiet.api.post('/api/anti-abuse/devices', { device })).status).toBe(404)
    await earners.earn(quiet)
    expect(await traces(quiet.id)).toEqual([])
  })

  it('[ABU10] go with their account', async () => {
    const [who] = await pair({ ip: aPlace() }, { ip: aPlace() })
    await showDevice(who, randomUUID())
    const users = server.server.core.services.find(Users)
    await server.server.core.orm.transaction(async (tx) => users?.erase(tx, who.id))
    const left = () =>
      server.pool.query(
        `select user_id from anti_abuse.trace where user_id = $1
         union all select user_id from anti_abuse.registration where user_id = $1`,
        [who.id],
      )
    await expect.poll(async () => (await left()).rowCount).toBe(0)
  })
})
