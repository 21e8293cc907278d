import { Ledger } from '@spawnpoint/contracts/coins'
import { Users } from '@spawnpoint/contracts/users'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aPicture, aScene } from '../pictures/testing.ts'

let server: TestServer
let now = Date.parse('2027-03-01T12:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) }, env: { TRUST_PROXY: '1' } })
})
afterAll(() => server.stop())

const rules = {
  image_hosting_enabled: true,
  image_hosting_coins_per_image_enabled: true,
  image_hosting_coins_per_image: 3,
  image_hosting_coins_per_day: 10,
  firewall_block_vpn: false,
}
const set = (values: Partial<Record<keyof typeof rules, unknown>>) =>
  server.server.core.settings.write({ ...rules, ...values })
beforeEach(async () => {
  await server.pool.query('delete from kernel.rate')
  await set({})
})

let seed = 0
const newScene = () => aScene((seed += 1))
const png = (scene = newScene()) => scene.png().toBuffer()

async function upload(api: ApiClient, bytes: Uint8Array, headers: Record<string, string> = {}) {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(bytes)]), 'shot.png')
  const answer = await fetch(`${server.url}/api/image-hosting/images`, {
    method: 'POST',
    body: form,
    headers: {
      origin: server.config.origin,
      'sec-fetch-site': 'same-origin',
      cookie: [...api.jar].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
  })
  return (await answer.json()) as { coins: number; name: string; error_code?: string }
}

const balanceOf = (person: { id: string }) => server.server.core.services.find(Ledger)?.balance(person.id)

it('[IMG14] pays for a new image once, and says so on the statement', async () => {
  const { api, person } = await server.signIn()
  const { coins, name } = await upload(api, await png())
  expect([coins, await balanceOf(person)]).toEqual([3, 3])
  const { rows } = await server.pool.query(`select kind from coins.transfer where key = $1`, [name])
  expect(rows).toEqual([{ kind: 'image-hosting:uploaded' }])
})

it('[IMG14] pays nobody for an image that anybody uploaded before, or that looks the same', async () => {
  const [first, second] = [await server.signIn(), await server.signIn()]
  const scene = newScene()
  const original = await png(scene.clone())
  expect((await upload(first.api, original)).coins).toBe(3)
  const again = [
    original,
    await scene.clone().jpeg({ quality: 50 }).toBuffer(),
    await sharp(await scene.clone().resize(320, 180).png().toBuffer())
      .webp()
      .toBuffer(),
  ]
  for (const bytes of again) {
    expect((await upload(first.api, bytes)).coins).toBe(0)
    expect((await upload(second.api, bytes)).coins).toBe(0)
  }
  expect([await balanceOf(first.person), await balanceOf(second.person)]).toEqual([3, 0])
})

it('[IMG14] does not pay again for an image that was deleted, whose account is gone, or that came while nothing was paid', async () => {
  const [first, second] = [await server.signIn(), await server.signIn()]
  const [deleted, early, erased] = [await png(), await png(), await png()]
  const { name } = await upload(first.api, deleted)
  await first.api.post('/api/image-hosting/images/delete', { names: [name] })
  await upload(first.api, erased)
  await set({ image_hosting_coins_per_image_enabled: false })
  expect((await upload(first.api, early)).coins).toBe(0)
  await set({})
  await server.server.core.orm.transaction(
    (tx) => server.server.core.services.find(Users)?.erase(tx, first.person.id) ?? Promise.resolve(),
  )
  const owners = async () =>
    (await server.pool.query(`select from image_hosting.seen where owner = $1`, [first.person.id])).rowCount
  await expect.poll(owners).toBe(0)
  for (const bytes of [deleted, early, erased]) expect((await upload(second.api, bytes)).coins).toBe(0)
})

it('[IMG14] pays one of two accounts that upload the same image at the same moment', async () => {
  const people = [await server.signIn(), await server.signIn()]
  const scene = newScene()
  const files = await Promise.all([60, 80].map((quality) => scene.clone().webp({ quality }).toBuffer()))
  const holder = await server.pool.connect()
  const lock = `hashtextextended('image-hosting:seen', 0)`
  await holder.query(`select pg_advisory_lock(${lock})`)
  const answers = Promise.all(people.map(({ api }, index) => upload(api, files[index] ?? Buffer.alloc(0))))
  const waiting = async () =>
    (
      await server.pool.query(
        `select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      )
    ).rowCount
  await expect.poll(waiting).toBe(2)
  await holder.query(`select pg_advisory_unlock(${lock})`)
  holder.release()
  expect((await answers).map(({ coins }) => coins).toSorted()).toEqual([0, 3])
})

it('[IMG14] compares no two images of one color, which look the same to it', async () => {
  const { api } = await server.signIn()
  expect((await upload(api, await aPicture({ color: '#fe0101' }))).coins).toBe(3)
  expect((await upload(api, await aPicture({ color: '#01fe01' }))).coins).toBe(3)
  expect(await upload(api, await aPicture({ color: '#01fe01' }))).toMatchObject({
    coins: 0,
    title: 'shot.png',
  })
})

it('[IMG14] finds look-alikes by an index, not by looking at every image', async () => {
  const client = await server.pool.connect()
  try {
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select likeness from image_hosting.seen where keys && array['0abcd', '1123']`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('seen_keys')
  } finally {
    await client.query('reset enable_seqscan')
    client.release()
  }
})

it('[IMG15] pays no more than the limit within 24 hours, however many images come at once', async () => {
  const { api, person } = await server.signIn()
  const files = await Promise.all(Array.from({ length: 6 }, () => png()))
  const answers = await Promise.all(files.map((bytes) => upload(api, bytes)))
  expect(answers.filter(({ coins }) => coins === 3)).toHaveLength(3)
  expect([await balanceOf(person), answers.every(({ name }) => name)]).toEqual([9, true])
  const usage = async () => (await api.get('/api/image-hosting/usage')).body['coins']
  expect(await usage()).toEqual({ used: 9, max: 10, each: 3 })
  now += 86_399_000
  expect((await upload(api, await png())).coins).toBe(0)
  now += 2_000
  expect((await upload(api, await png())).coins).toBe(3)
  await set({ image_hosting_coins_per_image_enabled: false })
  expect(await usage()).toBe(null)
})

it('[IMG15] holds what staff should look at first, and counts it against the day', async () => {
  const staff = await server.signIn({ permissions: ['admin.earning.holds.networks'] })
  await staff.api.put('/api/anti-abuse/networks', { text: '203.0.113.0/24' })
  await set({ firewall_block_vpn: true })
  const { api, person } = await server.signIn()
  const answer = await upload(api, await png(), { 'x-forwarded-for': '203.0.113.9' })
  expect([answer.coins, await balanceOf(person)]).toEqual([0, 0])
  const { body } = await api.get('/api/anti-abuse/own-holds?source=image-hosting')
  expect(body['holds']).toMatchObject([{ kind: 'image-hosting:uploaded', coins: 3, state: 'open' }])
  expect((await api.get('/api/image-hosting/usage')).body['coins']).toMatchObject({ used: 3 })
})

it('[IMG14] leaves image hosting as it is while the coins are switched off', async () => {
  await server.server.plugins.disable('coins', null, true)
  const { api } = await server.signIn()
  const answer = await upload(api, await png())
  expect([answer.coins, answer.error_code]).toEqual([0, undefined])
  expect((await api.get('/api/image-hosting/usage')).body['coins']).toBe(null)
})
