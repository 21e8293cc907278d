import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:https'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createGuardedFetch } from './guarded-fetch.ts'
import { publicNetwork } from './https-exchange.ts'

const HOSTS = ['api.example.com', 'elsewhere.example.com', 'inside.example.com', '*.wild.example.com']
let server: Server
let ca: string
const asked: { url: string; method: string; body: string; host: string; type: string }[] = []

const answers: Readonly<
  Record<string, readonly [status: number, headers: Record<string, string>, body: string]>
> = {
  '/data': [200, { 'content-type': 'application/json', 'x-two': 'b' }, '{"n":1}'],
  '/nothing': [204, {}, ''],
  '/away': [302, { location: 'https://elsewhere.example.com/data' }, ''],
  '/down': [302, { location: 'http://api.example.com/data' }, ''],
  '/on': [303, { location: '/data' }, ''],
  '/kept': [307, { location: '/data' }, ''],
  '/round': [302, { location: '/round' }, ''],
  '/huge': [200, {}, 'x'.repeat(11 * 1024 * 1024)],
}

beforeAll(async () => {
  const names = HOSTS.map((value) => ({ type: 2 as const, value }))
  const pair = await generate([{ name: 'commonName', value: 'api.example.com' }], {
    extensions: [{ name: 'subjectAltName', altNames: [...names] }],
  })
  ca = pair.cert
  server = createServer({ key: pair.private, cert: pair.cert }, (request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const { url = '', method = '', headers } = request
      asked.push({ url, method, body, host: headers.host ?? '', type: headers['content-type'] ?? '' })
      if (url === '/never') return
      const [status, more, text] = answers[url] ?? [404, {}, 'nothing here']
      response.writeHead(status, more).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const closing = new AbortController()

/** Every name leads to the test's own server, whose address only tests may reach. */
function open(over: { isAllowed?: (address: string) => boolean; closing?: AbortSignal } = {}) {
  const { port } = server.address() as AddressInfo
  const resolve = async (host: string) => [
    { address: host === 'inside.example.com' ? '10.0.0.7' : '127.0.0.1', family: 4 },
  ]
  return createGuardedFetch({
    plugin: 'caller',
    hosts: ['api.example.com', 'inside.example.com', '*.wild.example.com'],
    closing: over.closing ?? closing.signal,
    network: { resolve, ca, port, isAllowed: over.isAllowed ?? ((address) => address === '127.0.0.1') },
  })
}

it('[ISO8] calls a granted host as the standard fetch does', async () => {
  const answer = await open()('https://api.example.com/data', {
    method: 'POST',
    body: new URLSearchParams({ a: '1' }),
    headers: { host: 'fronted.example.com' },
  })
  expect([answer.status, answer.headers.get('x-two'), await answer.json()]).toEqual([200, 'b', { n: 1 }])
  expect(asked.at(-1)).toMatchObject({
    method: 'POST',
    body: 'a=1',
    host: expect.stringMatching(/^api.example.com/),
  })
  expect(asked.at(-1)?.type).toContain('application/x-www-form-urlencoded')
  expect((await open()(new URL('https://api.example.com/nothing'))).status).toBe(204)
  expect((await open()('https://api.example.com/other')).ok).toBe(false)
})

it.each([
  [
    'https://elsewhere.example.com/data',
    /^E_HOST: caller calls elsewhere.example.com; add "http.external:els/,
  ],
  ['https://deep.api.example.com/', /^E_HOST/],
  ['https://wild.example.com/', /^E_HOST/],
  ['http://api.example.com/data', /^E_HOST: caller may call https only/],
  ['https://api.example.com:8443/data', /^E_HOST: caller may call port 443 only/],
  ['https://127.0.0.1/data', /^E_HOST/],
  ['https://[::1]/data', /^E_HOST/],
  ['https://user:secret@api.example.com/data', /carries a password/],
  ['https://inside.example.com/', /^E_HOST: inside.example.com leads to 10.0.0.7, which is not public/],
])('[ISO8] refuses %s', async (url, said) => {
  await expect(open()(url)).rejects.toThrow(said)
})

it('[ISO8] takes a star for every name below', async () => {
  expect((await open()('https://a.wild.example.com/data')).status).toBe(200)
})

it('[ISO8] reaches no address of its own network by default', async () => {
  await expect(open({ isAllowed: publicNetwork.isAllowed })('https://api.example.com/data')).rejects.toThrow(
    /^E_HOST: api.example.com leads to 127.0.0.1/,
  )
})

it('[ISO8] follows on the same host only', async () => {
  const fetch = open()
  const seen = await fetch('https://api.example.com/on', { method: 'POST', body: 'x' })
  expect([await seen.json(), asked.at(-1)?.method, asked.at(-1)?.body]).toEqual([{ n: 1 }, 'GET', ''])
  await fetch('https://api.example.com/kept', { method: 'POST', body: 'x' })
  expect(asked.at(-1)).toMatchObject({ url: '/data', method: 'POST', body: 'x' })
  await expect(fetch('https://api.example.com/away')).rejects.toThrow(
    /^E_HOST: api.example.com leads on to else/,
  )
  await expect(fetch('https://api.example.com/down')).rejects.toThrow(/^E_HOST: .*https only/)
  await expect(fetch('https://api.example.com/round')).rejects.toThrow(/too many redirects/)
  await expect(fetch('https://api.example.com/on', { redirect: 'error' })).rejects.toThrow(
    /unexpected redirect/,
  )
  expect((await fetch('https://api.example.com/on', { redirect: 'manual' })).status).toBe(303)
})

it('[ISO8] takes no more than it may, and ends with its plugin or its caller', async () => {
  await expect(open()('https://api.example.com/huge')).rejects.toThrow(/^E_FETCH_SIZE/)
  const going = new AbortController()
  const held = open({ closing: going.signal })('https://api.example.com/never')
  setTimeout(() => going.abort(new Error('caller was switched off')), 50)
  await expect(held).rejects.toThrow(/abort|switched off/)
  const own = new AbortController()
  const given = open()('https://api.example.com/never', { signal: own.signal })
  setTimeout(() => own.abort(), 50)
  await expect(given).rejects.toThrow(/abort/)
})
