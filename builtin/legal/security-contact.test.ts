import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const path = '/.well-known/security.txt'
const publish = (contact: string) => server.server.core.settings.write({ legal_security_contact: contact })

it('[LEG4] there is no security.txt while no contact is set', async () => {
  expect(await server.anonymous().get(path)).toMatchObject({ status: 404 })
})

it.each([
  ['security@example.com', 'mailto:security@example.com'],
  ['https://example.com/report', 'https://example.com/report'],
])('[LEG4] security.txt leads to %s', async (contact, told) => {
  await publish(contact)
  const response = await fetch(`http://127.0.0.1:${server.server.port}${path}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const lines = (await response.text()).trimEnd().split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toBe(`Contact: ${told}`)
  const expires = Date.parse(String(lines[1]?.replace('Expires: ', '')))
  expect(expires).toBeGreaterThan(Date.now() + 30 * 86_400_000)
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000)
  const canonical = new URL(String(lines[2]?.replace('Canonical: ', '')))
  expect(canonical.pathname).toBe(path)
})

it('[LEG4] takes nothing but an email address or an https address', async () => {
  const editor = await server.signIn({ permissions: ['admin.settings.view', 'admin.settings.edit'] })
  const write = async (contact: string) =>
    (await editor.api.patch('/api/settings', { values: { legal_security_contact: contact } })).status
  expect(await write('security@example.com')).toBe(200)
  for (const wrong of ['http://example.com', 'me', 'https://example.com/\nContact: x'])
    expect(await write(wrong)).toBe(400)
})
