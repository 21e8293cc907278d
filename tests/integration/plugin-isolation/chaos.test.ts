import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rootsWith } from '../../support/plugins/isolated-plugin.ts'
import { expectAnswersDuring } from '../../support/plugins/answers-during.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { openShop, type Shop } from '../packages/plugin-shop.ts'
import { late, refused, running, writeRefused, writeRunning } from './chaos-plugins.ts'

const plugins = createPluginsFolder()
let server: TestServer
let shop: Shop

beforeAll(async () => {
  writeRefused(plugins)
  writeRunning(plugins)
  server = await startTestServer({ roots: rootsWith(plugins), env: { TRUST_PROXY: '1' } })
  shop = await openShop(server)
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

const found = async (id: string) => {
  const row = await shop.find(id)
  return [row?.state, row?.reason ?? null]
}
const told = (reason: RegExp | null): unknown => (reason ? expect.stringMatching(reason) : null)

const call = (id: string, name: string, place = '198.51.100.9') =>
  server.anonymous().post(`/api/${id}/${name}`, undefined, { 'x-forwarded-for': place })

/** As three visitors at three addresses would. */
const callFromThree = (id: string) =>
  Promise.all(['198.51.100.1', '198.51.100.2', '198.51.100.3'].map((place) => call(id, 'go', place)))

/** Again and again, until the operator would find it off. */
async function callUntilOff(id: string) {
  await expect.poll(async () => (await call(id, 'go')).status).toBe(404)
}

async function drawSessions() {
  for (let person = 0; person < 3; person += 1) {
    const { api } = await server.signIn()
    expect((await api.get('/api/user/session')).status).toBe(200)
  }
}

/** Everything goes wrong in the same minute. */
const letLoose = () =>
  Promise.all([
    ...['throws-in-handler', 'hangs-in-handler'].map(callFromThree),
    ...['loops', 'exits'].map(callUntilOff),
    ...['throws-in-job', 'hangs-in-job'].flatMap((id) => [1, 2, 3].map(() => call(id, 'queue'))),
    drawSessions(),
    ...Object.keys(late).map((id) => shop.enable(id)),
  ])

describe('one product with every plugin that goes wrong on the server', () => {
  it.each(refused)('[KRN3] starts without %s, which is %s and says why', async (id, state, reason) => {
    expect(await found(id)).toEqual([state, told(reason)])
  })

  it('[KRN3] starts with those that did nothing wrong', async () => {
    for (const id of ['good', 'wants--tables', ...Object.keys(running)])
      expect([id, ...(await found(id))]).toEqual([id, 'active', null])
  })

  it('[ISO6, ISO10, KRN7] answers as ever while all of them go wrong, and puts each where it belongs', async () => {
    await expectAnswersDuring(server, () => expectAnswersDuring(server, letLoose, { path: '/api/good/rows' }))
    const ends = Object.entries({
      ...late,
      ...Object.fromEntries(Object.entries(running).map(([id, { ends }]) => [id, ends])),
    })
    for (const [id, [state, reason]] of ends)
      await expect.poll(() => found(id), { message: id }).toEqual([state, told(reason)])
  })

  it('[ISO2] takes along what a plugin leaked, when it is switched off', async () => {
    expect((await call('leaks', 'go')).status).toBe(200)
    await server.server.plugins.disable('leaks', null)
    expect((await call('leaks', 'go')).status).toBe(404)
    expect(process.listenerCount('spawnpoint')).toBe(0)
  })
})
