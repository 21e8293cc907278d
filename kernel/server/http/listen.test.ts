import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { prepareAddress, type Address, type ConnectionLimits } from './listen.ts'

let address: Address
afterEach(() => {
  address.server.closeAllConnections()
  address.close()
})

const open = async (limits?: ConnectionLimits) => {
  address = await prepareAddress({ host: '127.0.0.1', port: 0 }, limits)
  await address.open()
  return address
}

const dial = async () => {
  const socket = connect(address.port(), '127.0.0.1')
  socket.on('error', () => undefined) // a reset is one way to be closed
  await once(socket, 'connect')
  return socket
}

const ask = (count: number) => 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count)

it('[KRN25] ends a connection that has more than 16 answers under way, and no other', async () => {
  const { server } = await open()
  let asked = 0
  const answers: (() => void)[] = []
  server.on('request', ({ socket }, response) => {
    if (socket.destroyed) return
    asked += 1
    answers.push(() => response.end('ok'))
  })
  const [modest, greedy] = [await dial(), await dial()]
  greedy.resume().write(ask(900))
  await once(greedy, 'close')
  expect(asked).toBeLessThanOrEqual(16)

  let text = ''
  modest.setEncoding('utf8').on('data', (part: string) => (text += part))
  answers.splice(0)
  modest.write(ask(16))
  await expect.poll(() => answers.length).toBe(16)
  for (const each of answers.splice(0)) each()
  await expect.poll(() => text.match(/200 OK/g)?.length).toBe(16)
  // They are answered: as many again may follow.
  modest.write(ask(16))
  await expect.poll(() => answers.length).toBe(16)
})

it('[KRN25] ends a connection whose reader takes nothing more', async () => {
  const { server } = await open({ connections: 10, stalledMs: 100 })
  server.on('request', (_request, response) => void response.end(Buffer.alloc(50_000_000)))
  const ended = new Promise((resolve) =>
    server.on('connection', (socket) => socket.once('close', () => resolve('closed'))),
  )
  const stalled = await dial()
  stalled.pause().write(ask(1))
  expect(await ended).toBe('closed')
})

it('[OPS9] refuses connections until it is opened, so that a proxy sends its call elsewhere', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  await expect(prepareAddress({ host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  taken.close()
  address = await prepareAddress({ host: '127.0.0.1', port })
  const [refused] = await once(connect(port, '127.0.0.1'), 'error')
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' })
  await address.open()
  expect(address.port()).toBe(port)
  await dial()
})

it('[OPS9] keeps an idle connection for longer than a proxy, which must be the one that closes it', async () => {
  const { server } = await open({ connections: 10, stalledMs: 60_000 })
  server.on('request', (_request, response) => void response.end())
  const socket = await dial()
  socket.write(ask(1))
  const [answer] = await once(socket, 'data')
  const [, seconds] = /^keep-alive: timeout=(\d+)/im.exec(String(answer)) ?? []
  const caddyKeeps = 120
  expect(Number(seconds)).toBeGreaterThan(caddyKeeps)
})

it('[KRN25] takes no more connections than it may hold', async () => {
  const { server } = await open({ connections: 2, stalledMs: 60_000 })
  await dial()
  await dial()
  const dropped = once(server, 'drop')
  const third = await dial()
  third.resume()
  await Promise.all([dropped, once(third, 'close')])
})
