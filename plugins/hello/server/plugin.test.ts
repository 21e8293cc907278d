import { userCreated, UserNames, type UserNamesService } from '@spawnpoint/contracts/users'
import { standIn, startPluginServer, type TestPluginServer } from '@spawnpoint/sdk/testing/server'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import {
  certify,
  greeting,
  listWaves,
  readCertificate,
  readNews,
  shareWaves,
  wave,
  waved,
} from '../contract/index.ts'

const find: UserNamesService['find'] = async (id) => ({ id, username: 'ada' })
const findMany: UserNamesService['findMany'] = async (ids) => ids.map((id) => ({ id, username: 'ada' }))

let server: TestPluginServer
beforeAll(async () => {
  server = await startPluginServer({
    folder: join(import.meta.dirname, '..'),
    services: [standIn(UserNames, { find, findMany })],
  })
})
afterAll(() => server.stop())

it('[HEL4] lists waves for whoever may see them, newest first', async () => {
  const ada = await server.signIn()
  const { id } = await ada.call(wave)
  await expect(ada.call(listWaves, { query: {} })).rejects.toMatchObject({ status: 403 })
  const staff = await server.signIn({ permissions: ['plugin.hello.waves'] })
  expect(await staff.call(listWaves, { query: {} })).toMatchObject({
    waves: [{ id, person: ada.id, name: 'ada' }],
    hasMore: false,
  })
  expect(await ada.call(greeting)).toMatchObject({ waves: 1, notice: '', welcomedAt: null })
})

it('[HEL2] waves at whoever registers, once', async () => {
  const grace = await server.signIn()
  const fact = { id: grace.id }
  await server.emit(userCreated, fact)
  await server.emit(userCreated, fact)
  await expect.poll(async () => (await grace.call(greeting)).welcomedAt).toEqual(expect.any(String))
  expect(await server.rows('select person from hello.welcome')).toEqual([{ person: grace.id }])
})

it('[HEL3] tells the number of waves to whoever knows the key', async () => {
  const stranger = server.anonymous()
  const key = 'sixteen letters or more'
  await expect(stranger.call(shareWaves, { body: { key } })).rejects.toMatchObject({
    code: 'HELLO_KEY_WRONG',
  })
  await server.server.plugins.writeConfig('hello', { share_key: key, notice: 'Back at nine' }, null)
  expect(await stranger.call(shareWaves, { body: { key } })).toMatchObject({ waves: 1 })
  await expect(stranger.call(shareWaves, { body: { key: 'something else' } })).rejects.toMatchObject({
    code: 'HELLO_KEY_WRONG',
  })
  expect(await (await server.signIn()).call(greeting)).toMatchObject({ notice: 'Back at nine' })
})

it('[HEL1] forgets waves that are older than the settings say', async () => {
  const ada = await server.signIn()
  await ada.call(wave)
  await server.rows(`update hello.wave set at = now() - interval '31 days'`)
  await ada.call(wave)
  await server.server.core.runner.forPlugin('hello').add('sweep', {})
  const ages = `select at > now() - interval '1 day' as fresh from hello.wave`
  await expect.poll(() => server.rows(ages)).toEqual([{ fresh: true }])
})

it('[HEL6] tells others of a wave, in the transaction that keeps it', async () => {
  const told: unknown[] = []
  const stop = server.server.core.events.register({
    plugin: 'test',
    event: waved,
    handle: async ({ payload }) => void told.push(payload),
  })
  const ada = await server.signIn()
  // Only events after the subscription is stored are kept for it.
  await expect
    .poll(async () => {
      await ada.call(wave)
      return told
    })
    .toContainEqual({ id: expect.any(String), person: ada.id })
  stop()
})

it('[HEL7] keeps a certificate for its owner alone', async () => {
  const [ada, grace] = [await server.signIn(), await server.signIn()]
  const { id } = await ada.call(certify)
  expect(await ada.call(readCertificate, { params: { id } })).toMatchObject({
    text: expect.stringMatching(/^Waves: \d+$/),
  })
  await expect(grace.call(readCertificate, { params: { id } })).rejects.toMatchObject({
    code: 'HELLO_NO_CERTIFICATE',
  })
})

it('[HEL8] goes on while the host outside gives no answer', async () => {
  expect(await (await server.signIn()).call(readNews)).toMatchObject({ release: null })
})

it('[HEL9] the session answer has how often its owner waved, and the replies of this plugin a header', async () => {
  const [ada, grace] = [await server.signIn(), await server.signIn()]
  await ada.call(wave)
  const session = async (person: typeof ada) => (await person.send('GET', '/api/user/session')).body
  expect(await session(ada)).toMatchObject({ stats: { 'hello.waves': 1 } })
  expect(await session(grace)).toMatchObject({ stats: { 'hello.waves': 0 } })
  const greeted = await ada.send('GET', '/api/hello/greeting')
  expect([greeted.status, greeted.headers.get('x-hello')]).toEqual([200, 'Hello'])
  expect((await ada.send('GET', '/api/user/session')).headers.get('x-hello')).toBeNull()
})

it('[HEL11] does all of it in a worker too, which is where the product runs packages', async () => {
  const apart = await startPluginServer({
    folder: join(import.meta.dirname, '..'),
    isolation: 'worker',
    services: [standIn(UserNames, { find, findMany })],
  })
  onTestFinished(() => apart.stop())
  const ada = await apart.signIn({ permissions: ['plugin.hello.waves'] })
  const { id } = await ada.call(wave)
  expect(await ada.call(listWaves, { query: {} })).toMatchObject({ waves: [{ id, name: 'ada' }] })
  const greeted = await ada.send('GET', '/api/hello/greeting')
  expect([greeted.body['waves'], greeted.headers.get('x-hello')]).toEqual([1, 'Hello'])
  expect((await ada.send('GET', '/api/user/session')).body).toMatchObject({ stats: { 'hello.waves': 1 } })
  const certificate = await ada.call(certify)
  expect(await ada.call(readCertificate, { params: { id: certificate.id } })).toMatchObject({
    text: 'Waves: 1',
  })
  await apart.emit(userCreated, { id: ada.id })
  await expect.poll(async () => (await ada.call(greeting)).welcomedAt).toEqual(expect.any(String))
  await apart.rows(`update hello.wave set at = now() - interval '31 days'`)
  await apart.runJob('sweep')
  expect(await apart.rows('select 1 from hello.wave')).toEqual([])
  const { isolation } = (await apart.server.plugins.list()).find((each) => each.id === 'hello') ?? {}
  expect(isolation).toMatchObject({ server: 'worker' })
})
