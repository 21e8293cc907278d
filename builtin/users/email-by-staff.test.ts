import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { startMailbox } from '../../tests/support/server/mailbox.ts'

let server: TestServer
let box: Awaited<ReturnType<typeof startMailbox>>

beforeAll(async () => {
  server = await startTestServer()
  box = await startMailbox()
  await server.server.core.settings.write({
    smtp_enabled: true,
    smtp_host: '127.0.0.1',
    smtp_port: box.port,
    smtp_encryption: 'none',
    smtp_from: 'Spawnpoint <noreply@example.com>',
  })
})
afterAll(async () => {
  await server.stop()
  await box.stop()
})

it('[USR22] tells the owner at both addresses and ends every session', async () => {
  const staff = await server.signIn({ permissions: ['admin.users.edit', 'admin.users.email'] })
  const { api, person } = await server.signIn()
  expect((await api.get('/api/account')).status).toBe(200)
  const { item } = (await staff.api.get(`/api/users/${person.id}`)).body as { item?: { version: number } }
  const email = `new-${person.email}`
  const saved = await staff.api.patch(`/api/users/${person.id}`, { email, version: item?.version ?? 0 })
  expect(saved).toMatchObject({ status: 200, body: { item: { email, verified: false } } })
  expect((await api.get('/api/account')).status).toBe(401)
  for (const address of [person.email, email]) expect(await box.emailTo(address)).toContain('was changed')
  // The one who changed it stays logged in.
  expect((await staff.api.get(`/api/users/${person.id}`)).status).toBe(200)
})

it('[COI14, SRV27] tells every administrator what passes the ceilings of staff', async () => {
  const [root, other] = [
    await server.signIn({ username: 'root-one', permissions: ['admin.root'] }),
    await server.signIn({ permissions: ['admin.root'] }),
  ]
  const { person } = await server.signIn({ username: 'lucky-one' })
  const body = { user: person.id, amount: 2_000_000, note: 'first prize', requestKey: crypto.randomUUID() }
  const before = box.count()
  expect((await root.api.post('/api/coins/adjustments', body)).status).toBe(200)
  for (const { email } of [root.person, other.person]) {
    const message = await box.emailTo(email, before)
    for (const fact of ['root-one', 'lucky-one', '2000000', 'first prize']) expect(message).toContain(fact)
  }
  const path = `/api/servers/limits/${person.id}`
  const { total } = (await root.api.get(path)).body as { total?: Record<string, number> }
  const after = box.count()
  const raise = { ...total, memory: 500_000, before: total, reason: 'a tournament' }
  expect((await root.api.put(path, raise)).status).toBe(200)
  expect(await box.emailTo(other.person.email, after)).toContain('a tournament')
})
