import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aMassMail } from './testing.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startMailbox } from '../../tests/support/server/mailbox.ts'
import { readEmail } from '../../tests/support/server/read-email.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
let box: Awaited<ReturnType<typeof startMailbox>>
let staff: ApiClient

const at = '/api/mail-templates/mass-mails'

beforeAll(async () => {
  server = await startTestServer()
  box = await startMailbox()
  await server.server.core.settings.write({
    app_name: 'Acme',
    smtp_enabled: true,
    smtp_host: '127.0.0.1',
    smtp_port: box.port,
    smtp_encryption: 'none',
    smtp_from: 'Acme <noreply@example.com>',
  })
})
afterAll(async () => {
  await server.stop()
  await box.stop()
})
beforeEach(async () => {
  staff = (await server.signIn({ permissions: ['admin.mail.send.mass.mails'] })).api
  // Only the people of the test are written to.
  await server.pool.query(`update users.account set verified_at = null`)
})

const send = async (over: Parameters<typeof aMassMail>[0] = {}) => {
  const { status, body } = await staff.post(at, aMassMail(over))
  expect(status, JSON.stringify(body)).toBe(200)
  return String(body['id'])
}
type Item = { state: string; problem: string | null; counts: Record<string, number> }
const read = async (id: string) => (await staff.get(`${at}/${id}`)).body['item'] as unknown as Item
const finished = async (id: string) => {
  await expect.poll(async () => (await read(id)).state).toBe('done')
  return read(id)
}
const emailTo = (address: string) => {
  const raw = box.all().filter((each) => each.includes(`To: ${address}`))
  return raw.map(readEmail)
}
const aReader = async () => {
  const { person, api } = await server.signIn()
  return { ...person, api }
}
const sign = (user: string) => server.server.core.secrets.sign('mail-templates.unsubscribe', user)

it('[MTP10] [PER22] needs the permission and a recent reauthentication', async () => {
  const other = await server.signIn({ permissions: ['admin.mail.templates.edit'] })
  expect((await other.api.post(at, aMassMail())).status).toBe(403)
  const stale = await server.signIn({ permissions: ['admin.mail.send.mass.mails'], proven: false })
  expect((await stale.api.post(at, aMassMail())).body.error_code).toBe('REAUTHENTICATION_REQUIRED')
  expect((await server.pool.query('select 1 from mail_templates.mass_mail')).rows).toEqual([])
})

it('[MAI14] leaves out addresses that bounced, and says so', async () => {
  const [gone, reader] = [await aReader(), await aReader()]
  await server.pool.query(
    `insert into mail.bounce (address, user_id, reason, since) values ($1, $2, '550 5.1.1 unknown', now())`,
    [gone.email.toLowerCase(), gone.id],
  )
  const { counts } = await finished(await send())
  expect(counts).toMatchObject({ total: 2, sent: 1, failed: 1 })
  expect([emailTo(gone.email).length, emailTo(reader.email).length]).toEqual([0, 1])
  // An unknown address that the mail server refuses now is left out of the next one.
  box.refuseOnly(reader.email)
  await finished(await send())
  box.refuseOnly(null)
  expect((await finished(await send())).counts).toMatchObject({ sent: 0, failed: 2 })
})

it('[MTP11] writes once to each address, and once for a request that is repeated', async () => {
  const readers = [await aReader(), await aReader(), await aReader()]
  const body = aMassMail()
  const [one, again] = [await staff.post(at, body), await staff.post(at, body)]
  expect(again.body['id']).toBe(one.body['id'])
  const { counts } = await finished(String(one.body['id']))
  expect(counts).toEqual({ total: 3, sent: 3, waiting: 0, failed: 0, unconfirmed: 0, skipped: 0 })
  for (const { email, username } of readers) {
    const [got, ...more] = emailTo(email)
    expect([got?.subject, more]).toEqual([`News for ${username}`, []])
  }
  const foreign = await server.signIn({ permissions: ['admin.mail.send.mass.mails'] })
  const stolen = await foreign.api.post(at, body)
  expect([stolen.status, stolen.body.error_code]).toEqual([409, 'MASS_MAILS_KEY_USED'])
})

it('[MTP13] reaches the people that its audience means, and counts them before', async () => {
  const [plain, banned, idle, member] = [await aReader(), await aReader(), await aReader(), await aReader()]
  await server.pool.query(`update users.account set banned_reason = 'x' where id = $1`, [banned.id])
  await server.pool.query(
    `update users.account set last_seen_at = now() - interval '40 days' where id = $1`,
    [idle.id],
  )
  const { rows } = await server.pool.query<{ id: string }>(`select id from roles.role where name = 'Support'`)
  const role = rows[0]?.id ?? ''
  await server.pool.query(`update users.account set role_id = $2 where id = $1`, [member.id, role])
  const reached = async (audience: object) => {
    const counted = await staff.post(`${at}/count`, { kind: 'news', audience })
    const id = await send({ audience } as never)
    const { counts } = await finished(id)
    expect(counts['sent']).toBe(counted.body['recipients'])
    const { body } = await staff.get(`${at}/${id}/recipients`)
    return (body['items'] as { username: string }[]).map(({ username }) => username).toSorted()
  }
  const names = (...people: { username: string }[]) => people.map(({ username }) => username).toSorted()
  expect(await reached({ kind: 'everyone' })).toEqual(names(plain, idle, member))
  expect(await reached({ kind: 'inactive', days: 30 })).toEqual(names(idle))
  expect(await reached({ kind: 'role', role })).toEqual(names(member))
  expect(await reached({ kind: 'servers' })).toEqual([])
})

it('[MTP14] lets readers unsubscribe by one click without a session, and honours it', async () => {
  const reader = await aReader()
  await finished(await send())
  const [news] = emailTo(reader.email)
  const url = /^<(http[^>]+)>$/.exec(news?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
  expect(news?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(news?.parts['text/plain']).toContain(`Unsubscribe: ${url}`)
  expect(news?.parts['text/html']).toContain(`href="${url}"`)

  const here = url.replace(server.config.origin, server.url)
  const listed = async () =>
    (await server.pool.query('select 1 from mail_templates.unsubscribed')).rows.length
  const visit = await fetch(here)
  expect([visit.status, await visit.text()]).toEqual([200, expect.stringContaining('<form method="post">')])
  expect(await listed()).toBe(0)
  const oneClick = { 'content-type': 'application/x-www-form-urlencoded' }
  const click = (to: string, body = 'List-Unsubscribe=One-Click') =>
    fetch(to, { method: 'POST', headers: oneClick, body })
  expect((await click(here.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A')))).status).toBe(404)
  expect((await click(`${server.url}/api/mail-templates/unsubscribe/${randomUUID()}.x`)).status).toBe(404)
  expect(await listed()).toBe(0)
  expect((await click(here)).status).toBe(200)
  expect(await listed()).toBe(1)

  const left = await finished(await send())
  expect(left.counts).toMatchObject({ sent: 0, skipped: 1 })
  const notice = await finished(await send({ kind: 'notice' }))
  expect(notice.counts).toMatchObject({ sent: 1, skipped: 0 })
  expect(emailTo(reader.email).at(-1)?.headers['list-unsubscribe']).toBeUndefined()
  await click(here, 'again=1')
  expect(await listed()).toBe(0)
  expect(sign(reader.id)).toBe(url.split('.').at(-1))
})

it('[MTP15] goes on behind a refused address and says what the mail server said', async () => {
  const [bad, good] = [await aReader(), await aReader()]
  box.refuseOnly(bad.email)
  const id = await send()
  const { counts } = await finished(id)
  box.refuseOnly(null)
  expect(counts).toMatchObject({ sent: 1, failed: 1 })
  expect([emailTo(bad.email).length, emailTo(good.email).length]).toEqual([0, 1])
  const { body } = await staff.get(`${at}/${id}/recipients?filter=state:failed`)
  expect(body['items']).toMatchObject([
    { address: bad.email, state: 'failed', failure: expect.stringContaining('550 unknown') },
  ])
})

it('[MTP15] waits for a mail server that is away', async () => {
  await aReader()
  await server.server.core.settings.write({ smtp_port: 1 })
  const id = await send()
  await expect.poll(async () => (await read(id)).problem).toContain('Nothing listens')
  expect((await read(id)).counts).toMatchObject({ waiting: 1, failed: 0 })
  await server.server.core.settings.write({ smtp_port: box.port })
  await server.pool.query('update mail_templates.recipient set due_at = now()')
  await server.server.core.runner.forPlugin('mail-templates').add('resume-mass-mails', {})
  expect((await finished(id)).counts).toMatchObject({ sent: 1 })
})

it('[MTP12] stops before the next address and goes on where it was', async () => {
  const readers = await Promise.all(Array.from({ length: 8 }, aReader))
  const before = box.count()
  box.hangAt(before + 3)
  const id = await send()
  await box.hung()
  expect((await staff.post(`${at}/${id}/stop`)).status).toBe(200)
  box.goOn()
  await expect.poll(async () => (await read(id)).counts['waiting']).toBeGreaterThan(3)
  expect((await read(id)).state).toBe('stopped')
  expect((await staff.post(`${at}/${id}/stop`)).body.error_code).toBe('MASS_MAILS_NOT_OPEN')
  const { rows } = await server.pool.query<{ busy: boolean }>(
    'select lease_until is not null as busy from mail_templates.mass_mail where id = $1',
    [id],
  )
  expect(rows).toHaveLength(1)
  const isFree = async () =>
    (
      await server.pool.query(
        'select 1 from mail_templates.mass_mail where id = $1 and lease_until is null',
        [id],
      )
    ).rows.length
  await expect.poll(isFree).toBe(1)
  expect(box.count() - before).toBeLessThan(6)
  expect((await staff.post(`${at}/${id}/resume`)).status).toBe(200)
  await finished(id)
  for (const { email } of readers) expect(emailTo(email)).toHaveLength(1)
})

it('[MTP16] writes in the language of its reader, and in the first one to all others', async () => {
  const [german, french] = [await aReader(), await aReader()]
  const prefer = (id: string, locale: string) =>
    server.pool.query(
      `update users.account set preferences = jsonb_build_object('locale', $2::text) where id = $1`,
      [id, locale],
    )
  await prefer(german.id, 'DE')
  await prefer(french.id, 'FR')
  const texts = [
    { language: 'EN', subject: 'Hello', body: 'Hello' },
    { language: 'DE', subject: 'Hallo', body: 'Hallo' },
  ]
  await finished(await send({ texts } as never))
  expect(emailTo(german.email)[0]?.subject).toBe('Hallo')
  expect(emailTo(german.email)[0]?.parts['text/plain']).toContain('Abbestellen: ')
  expect(emailTo(french.email)[0]?.subject).toBe('Hello')
  const twice = [texts[0], texts[0]]
  expect((await staff.post(at, aMassMail({ texts: twice } as never))).status).toBe(400)
  const unknown = [{ language: 'EN', subject: 'x', body: '{{giver}}' }]
  expect((await staff.post(at, aMassMail({ texts: unknown } as never))).body.error_code).toBe(
    'MAIL_TEMPLATES_PLACEHOLDER',
  )
})
