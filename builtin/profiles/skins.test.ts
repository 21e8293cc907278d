import { Users } from '@spawnpoint/contracts/users'
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startFakeService, type FakeService } from '../../tests/support/server/start-fake-service.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const hour = 3_600_000

let server: TestServer
let mojang: FakeService
let now = Date.parse('2027-05-04T09:00:00Z')
beforeAll(async () => {
  mojang = await startFakeService()
  server = await startTestServer({ clock: { now: () => new Date(now) } })
})
afterAll(async () => {
  await server.stop()
  await mojang.close()
})
beforeEach(async () => {
  mojang.seen.length = 0
  await server.pool.query('delete from profiles.skin')
  await server.pool.query('delete from kernel.rate')
  await server.server.core.settings.write({
    minecraft_api_url: `${mojang.url}/`,
    minecraft_skins_enabled: true,
  })
})

const draw = (color: string, width = 64, height = 64) =>
  sharp({ create: { width, height, channels: 4, background: color } })
const id = 'a'.repeat(32)
const hash = 'b'.repeat(64)
const host = 'http://textures.minecraft.net'

/** Answers as the three services of Mojang do. */
function answerWith(picture: Buffer, address = `${host}/texture/${hash}`) {
  const packed = Buffer.from(JSON.stringify({ textures: { SKIN: { url: address } } })).toString('base64')
  const answers: Record<string, string | Buffer> = {
    '/users/profiles/minecraft/steve_77': JSON.stringify({ id, name: 'Steve_77' }),
    [`/session/minecraft/profile/${id}`]: JSON.stringify({
      id,
      properties: [{ name: 'textures', value: packed }],
    }),
    [`/texture/${hash}`]: picture,
  }
  mojang.answer(({ path }, response) => {
    const found = answers[path]
    response.writeHead(found === undefined ? 404 : 200).end(found)
  })
}

const save = (api: ApiClient, name: string | null) => api.put('/api/profiles/minecraft', { name })
const show = (api: ApiClient, fields: readonly string[]) =>
  api.put('/api/profiles/privacy', { visible: true, findable: true, fields })
async function aPlayer() {
  const player = await server.signIn()
  await save(player.api, 'Steve_77')
  await show(player.api, ['minecraft'])
  return player
}

/** The color of the first pixel, and the size. */
async function look(api: ApiClient, uuid: string) {
  const response = await fetch(`${server.url}/api/profiles/${uuid}/skin`, {
    headers: { cookie: [...api.jar].map((pair) => pair.join('=')).join('; ') },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/png')
  const bytes = Buffer.from(await response.arrayBuffer())
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return { bytes, size: [info.width, info.height], pixel: [...data.subarray(0, 4)] }
}
const redPixel = [255, 0, 0, 255]

it('[PRF6] keeps a valid name, shows it where its owner wants it, and forgets it with the account', async () => {
  const [ada, ben] = [await server.signIn(), await server.signIn()]
  for (const name of ['ab', 'a'.repeat(17), 'two words', '../x', 'é_name'])
    expect((await save(ada.api, name)).status).toBe(400)
  expect((await save(ada.api, 'Ada_99')).status).toBe(200)
  const seen = async () => (await ben.api.get(`/api/profiles/${ada.person.id}`)).body['minecraft']
  expect(await seen()).toBeNull()
  // The other choices stay as they were before the first one.
  expect((await ada.api.get('/api/profiles/privacy')).body).toMatchObject({
    visible: true,
    fields: ['role', 'since'],
    minecraftName: 'Ada_99',
  })
  await show(ada.api, ['minecraft'])
  expect(await seen()).toBe('Ada_99')
  expect((await ada.api.get('/api/profiles/privacy')).body['minecraftName']).toBe('Ada_99')
  await save(ada.api, null)
  expect(await seen()).toBeNull()
  await save(ada.api, 'Ada_99')
  const users = server.server.core.services.find(Users)
  await server.server.core.orm.transaction(async (tx) => users?.erase(tx, ada.person.id))
  const rows = () => server.pool.query('select from profiles.profile where person = $1', [ada.person.id])
  await expect.poll(async () => (await rows()).rowCount).toBe(0)
})

it('[PRF7] fetches a skin once a day and hands out its pixels, encoded anew', async () => {
  answerWith(
    await draw('red')
      .withExif({ IFD0: { Copyright: 'secret' } })
      .png()
      .toBuffer(),
  )
  const [ada, ben] = [await aPlayer(), await server.signIn()]
  const [first, second] = await Promise.all([look(ben.api, ada.person.id), look(ben.api, ada.person.id)])
  expect(first).toMatchObject({ size: [64, 64], pixel: redPixel })
  expect(second.bytes).toEqual(first.bytes)
  expect(first.bytes.includes('secret')).toBe(false)
  expect(mojang.seen.map(({ path }) => path)).toHaveLength(3)
  answerWith(await draw('blue', 64, 32).png().toBuffer())
  now += 23 * hour
  expect((await look(ben.api, ada.person.id)).pixel).toEqual(redPixel)
  now += 2 * hour
  expect(await look(ben.api, ada.person.id)).toMatchObject({ size: [64, 32], pixel: [0, 0, 255, 255] })
})

it('[PRF7] draws a figure of our own for whatever is no skin', async () => {
  const [ada, ben] = [await aPlayer(), await server.signIn()]
  const wrong = [
    await draw('red', 65, 64).png().toBuffer(),
    await draw('red', 64, 16).png().toBuffer(),
    await draw('red').jpeg().toBuffer(),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>'),
    Buffer.concat([await draw('red').png().toBuffer(), Buffer.alloc(40_000)]),
  ]
  const marks = new Set<string>()
  for (const picture of wrong) {
    answerWith(picture)
    await server.pool.query('delete from profiles.skin')
    const { size, bytes, pixel } = await look(ben.api, ada.person.id)
    expect({ size, isRed: pixel.join() === redPixel.join() }).toEqual({ size: [64, 64], isRed: false })
    marks.add(createHash('sha256').update(bytes).digest('hex'))
  }
  expect(marks.size).toBe(1)
  mojang.seen.length = 0
  answerWith(await draw('red').png().toBuffer(), `https://evil.example/texture/${hash}`)
  await server.pool.query('delete from profiles.skin')
  await look(ben.api, ada.person.id)
  expect(mojang.seen.some(({ path }) => path.startsWith('/texture'))).toBe(false)
})

it('[PRF7] keeps what it has while Mojang does not answer, and asks neither often nor when it is off', async () => {
  answerWith(await draw('red').png().toBuffer())
  const [ada, ben] = [await aPlayer(), await server.signIn()]
  await look(ben.api, ada.person.id)
  mojang.answer((_request, response) => response.writeHead(503).end())
  now += 25 * hour
  mojang.seen.length = 0
  expect((await look(ben.api, ada.person.id)).pixel).toEqual(redPixel)
  expect((await look(ben.api, ada.person.id)).pixel).toEqual(redPixel)
  expect(mojang.seen).toHaveLength(1)
  await server.server.core.settings.write({ minecraft_skins_enabled: false })
  now += hour
  await look(ben.api, ada.person.id)
  expect(mojang.seen).toHaveLength(1)
  // Many names at once are asked for later.
  await server.server.core.settings.write({ minecraft_skins_enabled: true })
  for (let each = 0; each < 20; each += 1) {
    await save(ada.api, `Player_${each}`)
    await look(ben.api, ada.person.id)
  }
  expect(mojang.seen.length).toBeLessThanOrEqual(1 + 15)
})

it('[PRF6, PRF7] shows a character to those only who may see it', async () => {
  answerWith(await draw('red').png().toBuffer())
  const [ada, ben] = [await aPlayer(), await server.signIn()]
  const path = `/api/profiles/${ada.person.id}/skin`
  expect((await server.anonymous().get(path)).status).toBe(401)
  expect((await ben.api.get(`/api/profiles/${crypto.randomUUID()}/skin`)).status).toBe(404)
  await show(ada.api, ['role'])
  expect((await ben.api.get(path)).status).toBe(404)
  await ada.api.put('/api/profiles/privacy', { visible: false, findable: true, fields: ['minecraft'] })
  expect((await ben.api.get(path)).status).toBe(404)
  expect((await ada.api.get(path)).status).toBe(200)
  expect(mojang.seen.length).toBe(3)
})
