import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createDispatcher, type Shortcut } from './dispatcher.ts'
import { prepareAddress, type Address } from './listen.ts'

const faults: unknown[] = []
const dispatcherOf = ({ server }: Address) =>
  createDispatcher({
    server,
    secure: false,
    kernelSegments: [],
    assets: () => false,
    page: () => false,
    onFault: (error) => faults.push(error),
  })
const address = await prepareAddress({ host: '127.0.0.1', port: 0 })
const dispatcher = dispatcherOf(address)
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

/** A dispatcher that is about to close, and what a client reads on a connection to it. */
async function openAnother() {
  const other = await prepareAddress({ host: '127.0.0.1', port: 0 })
  const closing = dispatcherOf(other)
  await other.open()
  onTestFinished(() => other.server.closeAllConnections())
  const dial = () => {
    const socket = connect(other.port(), '127.0.0.1').setEncoding('utf8')
    const said: string[] = []
    socket.on('data', (text: string) => said.push(text)).on('error', (error) => said.push(String(error)))
    return { socket, text: () => said.join('') }
  }
  return { closing, dial, isListening: () => other.server.listening }
}

const ask = (socket: Socket) => socket.write('GET /api/nothing HTTP/1.1\r\nHost: a\r\n\r\n')

it('[OPS9] answers calls of connections that wait to be taken when the port closes', async () => {
  const { closing, dial } = await openAnother()
  const waiting = Array.from({ length: 5 }, dial)
  for (const { socket } of waiting) ask(socket)
  // The system has taken the connections, the event loop has not.
  await new Promise((resolve) => process.nextTick(resolve))
  await closing.close()
  for (const { text } of waiting) await expect.poll(text).toMatch(/^HTTP\/1.1 404/)
})

it('[OPS9] answers the last call of an idle connection after the port is closed', async () => {
  const { closing, dial, isListening } = await openAnother()
  const { socket, text } = dial()
  ask(socket)
  await expect.poll(text).toMatch(/404 Not Found[^]*\r\n0\r\n\r\n$/)
  const closed = closing.close(60_000)
  await expect.poll(isListening).toBe(false)
  const refused = dial()
  await expect.poll(refused.text).toContain('ECONNREFUSED')
  ask(socket)
  await closed
  await expect.poll(() => text().match(/404 Not Found/g)).toHaveLength(2)
  expect(text().toLowerCase()).toContain('connection: close')
})

it('[OPS9] ends idle connections when the time for last calls is over', async () => {
  const { closing, dial } = await openAnother()
  const { socket, text } = dial()
  ask(socket)
  await expect.poll(text).toMatch(/404 Not Found[^]*\r\n0\r\n\r\n$/)
  await closing.close(1)
  await expect.poll(() => socket.closed).toBe(true)
  expect(text().match(/404 Not Found/g)).toHaveLength(1)
})
