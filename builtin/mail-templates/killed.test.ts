import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aMassMail } from './testing.ts'
import { startMailbox } from '../../tests/support/server/mailbox.ts'
import { readEmail } from '../../tests/support/server/read-email.ts'
import { spawnServer } from '../../tests/support/server/spawn-server.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { soak } from '../../tests/support/soak.ts'

const SECRET_KEY = randomBytes(32).toString('base64')
const ADDRESSES = soak(10_000, 600)

let server: TestServer
let box: Awaited<ReturnType<typeof startMailbox>>

beforeAll(async () => {
  server = await startTestServer({ env: { SECRET_KEY } })
  box = await startMailbox()
  // The work is done by the processes of the test.
  await server.server.core.runner.stop()
  await server.server.core.settings.write({
    smtp_enabled: true,
    smtp_host: '127.0.0.1',
    smtp_port: box.port,
    smtp_encryption: 'none',
    smtp_from: 'Acme <noreply@example.com>',
  })
  await server.pool.query(
    `with person as (
       insert into kernel.identity (id) select gen_random_uuid() from generate_series(1, $1::int) returning id
     ), numbered as (select id, row_number() over () as n from person)
     insert into users.account
       (id, username, email, first_name, last_name, first_ip, last_ip, last_seen_at, verified_at)
     select id, 'reader' || n, 'reader' || n || '@example.com', 'R', 'R', '192.0.2.1', '192.0.2.1', now(), now()
     from numbered`,
    [ADDRESSES],
  )
})
afterAll(async () => {
  await server.stop()
  await box.stop()
})

const spawnWorker = () =>
  spawnServer({
    databaseUrl: server.config.databaseUrl ?? '',
    dataDir: server.config.dataDir,
    secretKey: SECRET_KEY,
  })

it('[MTP11] writes to no address twice and leaves none out, but for those the process was killed over', async () => {
  const { api, person } = await server.signIn({ permissions: ['admin.mail.send.mass.mails'] })
  box.hangAt(ADDRESSES / 2)
  const sent = await api.post('/api/mail-templates/mass-mails', aMassMail())
  const id = String(sent.body['id'])
  const first = spawnWorker()
  await box.hung()
  first.kill()
  expect(await first.signal()).toBe('SIGKILL')
  box.goOn()
  // The lease of the killed process runs out.
  await server.pool.query(`update mail_templates.mass_mail set lease_until = now() - interval '1 second'`)
  await server.server.core.runner.forPlugin('mail-templates').add('resume-mass-mails', {})
  const second = spawnWorker()
  const state = async () => {
    const { body } = await api.get(`/api/mail-templates/mass-mails/${id}`)
    return (body['item'] as { state: string }).state
  }
  await expect.poll(state, { timeout: 500_000, interval: 200 }).toBe('done')
  await second.stop()
  const counted = new Map<string, number>()
  for (const { to } of box.all().map(readEmail)) counted.set(to, (counted.get(to) ?? 0) + 1)
  const wanted = [person.email, ...Array.from({ length: ADDRESSES }, (_, n) => `reader${n + 1}@example.com`)]
  expect([...counted.keys()].filter((address) => !wanted.includes(address))).toEqual([])
  expect([...counted.values()].filter((times) => times !== 1)).toEqual([])
  const { body } = await api.get(`/api/mail-templates/mass-mails/${id}`)
  const { counts } = body['item'] as { counts: Record<string, number> }
  expect(counts).toMatchObject({ total: ADDRESSES + 1, waiting: 0, failed: 0 })
  // Messages that were under way at the kill: the mail server has them or not, and nobody can know.
  expect(counts['unconfirmed']).toBeLessThanOrEqual(2)
  expect(wanted.filter((address) => !counted.has(address)).length).toBeLessThanOrEqual(
    counts['unconfirmed'] ?? 0,
  )
}, 540_000)
