import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDispatcher, type Shortcut } from './dispatcher.ts'
import { prepareAddress } from './listen.ts'

const faults: unknown[] = []
const address = await prepareAddress({ host: '127.0.0.1', port: 0 })
const dispatcher = createDispatcher({
  server: address.server,
  secure: false,
  kernelSegments: [],
  assets: () => false,
  page: () => false,
  onFault: (error) => faults.push(error),
})
beforeAll(() => address.open())
afterAll(() => {
  address.close()
  address.server.closeAllConnections()
})

async function callWith(shortcut: Shortcut, path = '/api/user/session') {
  dispatcher.shorten('/api/user/session', shortcut)
  return fetch(`http://127.0.0.1:${address.port()}${path}`)
}

it('[KRN17] answers by the shortcut of an address, and of that address alone', async () => {
  const shortcut: Shortcut = (_request, response) => Boolean(response.end('at once'))
  expect(await (await callWith(shortcut)).text()).toBe('at once')
  expect((await callWith(shortcut, '/api/user/session?a=1')).status).toBe(404)
})

it('[KRN17] goes the usual way where the shortcut does not answer', async () => {
  expect((await callWith(() => false)).status).toBe(404)
})

it('[KRN8] answers INTERNAL for a shortcut that fails, and tells of it', async () => {
  const failure = new Error('no way through')
  const answer = await callWith(() => {
    throw failure
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    500,
    { success: false, error_code: 'INTERNAL' },
  ])
  expect(faults).toEqual([failure])
})
