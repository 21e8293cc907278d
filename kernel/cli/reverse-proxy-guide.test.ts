import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReverseProxyGuide } from './reverse-proxy-guide.ts'

const guide = createReverseProxyGuide(true)
const server = createServer((request, response) => {
  void guide(request, response).then((isAnswered) => isAnswered || response.writeHead(404).end())
})
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

it('[OVL9] serves the guide that the access overlay links to, and no other path', async () => {
  const answer = await fetch(`${url}/docs/reverse-proxy?from=overlay`)
  const body = await answer.text()
  expect(answer.status).toBe(200)
  for (const part of ['reverse_proxy 127.0.0.1:5173', 'proxy_pass', 'TRUST_PROXY=1', 'APP_URL='])
    expect(body).toContain(part)
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect((await fetch(`${url}/docs/other`)).status).toBe(404)
})
