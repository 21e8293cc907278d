import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { callOut } from './call-out.ts'

const running: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of running.splice(0)) await stop()
})

/** Answers `/moved` with a redirect, and all else with its own name. */
async function serve(name: string, moved = '') {
  const server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: moved }).end()
    else response.end(name)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.push(() => new Promise((resolve) => server.close(() => resolve())))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, url: `http://${host}` }
}

const call = { method: 'GET', headers: {}, timeoutMs: 60_000, largest: 1_000 } as const

it('[PCG5] follows a moved package to another host, where that is public or named', async () => {
  const store = await serve('the package')
  const index = await serve('index', `${store.url}/package.zip`)
  const moved = { ...call, url: `${index.url}/moved` }
  expect((await callOut(moved)).status).toBe(302)
  const known = [index.host, store.host]
  expect((await callOut({ ...moved, publicOnly: { except: known } })).status).toBe(302)
  expect(await callOut({ ...moved, publicOnly: { except: known, anyHost: true } })).toMatchObject({
    status: 200,
    text: 'the package',
  })
  const blind = callOut({ ...moved, publicOnly: { except: [index.host], anyHost: true } })
  await expect(blind).rejects.toThrow()
})
