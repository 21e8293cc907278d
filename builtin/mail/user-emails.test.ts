import { Mail } from '@spawnpoint/contracts/mail'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anEmail } from './testing.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
// Never greets: an email stays on its way.
const silent = createServer()

beforeAll(async () => {
  server = await startTestServer()
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  const address = silent.address()
  await server.server.core.settings.write({
    smtp_enabled: true,
    smtp_host: '127.0.0.1',
    smtp_port: typeof address === 'object' && address ? address.port : 0,
    smtp_encryption: 'none',
    smtp_from: 'Spawnpoint <noreply@example.com>',
  })
})
afterAll(async () => {
  await server.stop()
  silent.close()
})

const secret = 'q3Zx-81kPw_77aLm0sTtYv'

const write = async (user: string, over: Parameters<typeof anEmail>[0] = {}) => {
  const mail = server.server.core.services.find(Mail)
  if (!mail) throw new Error('mail is not running')
  await server.server.core.orm.transaction((tx) =>
    mail.send(tx, anEmail({ to: { user, address: 'ada99@example.com', locale: 'EN' }, ...over })),
  )
}

type Emails = { items: { id: string; subject: string; paragraphs: string[] }[]; next: string | null }
const read = async (api: ApiClient, user: string, query = '') =>
  (await api.get(`/api/mail/emails/of/${user}${query}`)).body as unknown as Emails

it('[MAI5] shows staff the emails to a customer, and no way in: neither link nor code nor token', async () => {
  const [{ api }, { person }] = [
    await server.signIn({ permissions: ['admin.users.edit'] }),
    await server.signIn(),
  ]
  await write(person.id, {
    subject: 'A new password by 483920',
    paragraphs: [
      `Hello ${person.username}, open https://dash.example.com/auth/reset#token=${secret}.`,
      `Or type 483920, or ${secret}.`,
    ],
    action: { label: 'Choose a password', url: `https://dash.example.com/auth/reset#token=${secret}` },
  })
  const answer = await read(api, person.id)
  expect(answer.items).toMatchObject([
    {
      subject: 'A new password by •••',
      address: 'ada99@example.com',
      status: 'queued',
      paragraphs: [
        `Hello ${person.username}, open https://dash.example.com/•••`,
        expect.stringContaining('•••'),
      ],
    },
  ])
  expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${secret}|483920|#token`))
})

it('[MAI5] needs the permission, and finds only the emails of the one it asks for', async () => {
  const [{ api }, one, other] = [
    await server.signIn({ permissions: ['admin.users.edit'] }),
    await server.signIn(),
    await server.signIn(),
  ]
  await write(one.person.id)
  const path = `/api/mail/emails/of/${one.person.id}`
  expect((await one.api.get(path)).status).toBe(403)
  const lister = await server.signIn({ permissions: ['admin.users.list', 'admin.mail.templates.list'] })
  expect((await lister.api.get(path)).status).toBe(403)
  expect((await read(api, other.person.id)).items).toEqual([])
  expect((await api.get(`/api/mail/emails/of/${randomUUID()}`)).status).toBe(404)
})

it('[MAI5] pages through them, newest first', async () => {
  const [{ api }, { person }] = [
    await server.signIn({ permissions: ['admin.users.edit'] }),
    await server.signIn(),
  ]
  const subjects = Array.from({ length: 22 }, (_, index) => `Email ${index}`)
  for (const subject of subjects) await write(person.id, { subject })
  const first = await read(api, person.id)
  const second = await read(api, person.id, `?cursor=${first.next}`)
  const both = [...first.items, ...second.items]
  // Emails of one millisecond stand in no order of their own.
  expect(both.map(({ id }) => id)).toEqual(
    both
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  )
  expect(both.map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted())
  expect([first.items.length, second.next]).toEqual([20, null])
})

it('[MAI8] keeps the link of an email that waits out of the database', async () => {
  const { person } = await server.signIn()
  await write(person.id, {
    action: { label: 'Choose a password', url: `https://dash.example.com/auth/reset#token=${secret}` },
  })
  const { rows } = await server.server.core.pool.query<{ kept: string; status: string }>(
    'select action_url as kept, status from mail.email where user_id = $1',
    [person.id],
  )
  expect(rows).toMatchObject([{ status: 'queued', kept: expect.any(String) }])
  expect(rows[0]?.kept).not.toMatch(/example\.com|q3Zx/)
})
