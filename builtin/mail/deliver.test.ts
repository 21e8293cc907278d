import { Mail, type MailService } from '@spawnpoint/contracts/mail'
import { anEmail } from './testing.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMailbox } from '../../tests/support/server/mailbox.ts'
import { readEmail } from '../../tests/support/server/read-email.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
let box: Awaited<ReturnType<typeof startMailbox>>

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

const mail = (): MailService => {
  const found = server.server.core.services.find(Mail)
  if (!found) throw new Error('mail is not running')
  return found
}
const draft = {
  subject: 'Hi {{name}}',
  body: 'Hello **{{name}}**',
  action: '',
  locale: 'EN',
  values: { name: 'ada' },
}

it('[MAI10] runs what comes before the message once its recipient is accepted, and sends nothing if that fails', async () => {
  const calls: string[] = []
  const before = async () => void calls.push(`before, ${box.count()} kept`)
  await mail().deliver('a@example.com', mail().write(draft), { beforeMessage: before, messageId: 'one' })
  expect(calls).toEqual(['before, 0 kept'])
  expect(readEmail(box.all()[0] ?? '')).toMatchObject({ to: 'a@example.com', subject: 'Hi ada' })

  const fail = async () => {
    throw new Error('stopped meanwhile')
  }
  await expect(mail().deliver('b@example.com', mail().write(draft), { beforeMessage: fail })).rejects.toThrow(
    'stopped meanwhile',
  )
  box.refuse(true)
  await expect(
    mail().deliver('c@example.com', mail().write(draft), { beforeMessage: before }),
  ).rejects.toThrow('550 not today')
  box.refuse(false)
  expect([calls.length, box.count()]).toEqual([1, 1])
  // The connection that was cut off does not spoil the next one.
  await mail().deliver('d@example.com', mail().write(draft))
  expect(box.count()).toBe(2)
})

type Bounced = { bounced: { address: string; reason: string } | null }
type Emails = { items: { subject: string; status: string; failure: string | null }[] }

/** Signs a person in whose address the mail server has refused. */
async function aBouncedPerson() {
  const signedIn = await server.signIn()
  const { person, api } = signedIn
  box.refuseOnly(person.email)
  await queue(person)
  const bounced = async () => ((await api.get('/api/mail/address')).body as unknown as Bounced).bounced
  await expect.poll(bounced).toMatchObject({ address: person.email })
  const emails = async () => ((await api.get('/api/mail/emails')).body as unknown as Emails).items
  const noticed = async () =>
    ((await api.get('/api/user/session')).body['stats'] as Record<string, unknown>)['email_bounced'] === true
  return { ...signedIn, bounced, emails, noticed }
}
const queue = (person: { id: string; email: string }, over: Parameters<typeof anEmail>[0] = {}) =>
  server.server.core.orm.transaction((tx) =>
    mail().send(tx, anEmail({ to: { user: person.id, address: person.email, locale: 'EN' }, ...over })),
  )

it('[MAI6] takes no address that bounced for a trouble of the mail server', async () => {
  const { api } = await server.signIn({ role: 'Administrator' })
  const { person, emails } = await aBouncedPerson()
  await queue(person)
  await expect.poll(emails).toMatchObject([{ status: 'failed' }, { status: 'failed' }])
  box.refuseOnly(null)
  const health = JSON.stringify((await api.get('/api/admin-home/overview')).body)
  expect(health).toContain('No emails failed in the last 24 hours.')
})

it('[MAI11] sends no further emails to an address that does not exist, but those that its reader asks for', async () => {
  const { person, emails, bounced } = await aBouncedPerson()
  expect(await emails()).toMatchObject([{ status: 'failed' }])
  expect((await bounced())?.reason).toContain('550 unknown')
  box.refuseOnly(null)
  const before = box.count()
  await queue(person, { to: { user: person.id, address: person.email.toUpperCase(), locale: 'EN' } })
  expect(await emails()).toMatchObject([{ status: 'failed' }, { status: 'failed' }])
  await queue(person, { subject: 'Your link', requested: true })
  await box.emailTo(person.email, before)
  expect(box.count()).toBe(before + 1)
  // It arrived, so everything else goes there again.
  await expect.poll(bounced).toBeNull()
  await queue(person, { subject: 'News' })
  await expect.poll(async () => (await emails()).filter(({ status }) => status === 'sent').length).toBe(2)
})

it('[MAI12] tells whose address bounces, who mends it by another one or by trying it again', async () => {
  const { person, api, noticed, bounced } = await aBouncedPerson()
  const other = await server.signIn()
  expect(await noticed()).toBe(true)
  expect((await other.api.get('/api/mail/address')).body['bounced']).toBeNull()
  expect((await other.api.post('/api/mail/address/retry', {})).body.error_code).toBe('MAIL_NOT_BOUNCED')

  await server.pool.query(`update users.account set email = 'other.' || email where id = $1`, [person.id])
  expect(await bounced()).toBeNull()
  await server.pool.query(`update users.account set email = $2 where id = $1`, [person.id, person.email])

  const again = () => api.post('/api/mail/address/retry', {})
  for (const _ of [1, 2, 3]) {
    expect((await again()).body).toMatchObject({ success: true, address: person.email })
    await expect.poll(bounced).not.toBeNull()
  }
  expect((await again()).body.error_code).toBe('MAIL_TOO_MANY_RETRIES')
  const { person: second, api: secondApi, noticed: secondNoticed } = await aBouncedPerson()
  box.refuseOnly(null)
  const before = box.count()
  await secondApi.post('/api/mail/address/retry', {})
  expect(await box.emailTo(second.email, before)).toContain('works again')
  await expect.poll(secondNoticed).toBe(false)
})

it('[MAI13] lets staff who edit users see a bounce and clear it, which is in the audit log', async () => {
  const { person, api, noticed } = await aBouncedPerson()
  const staff = await server.signIn({ permissions: ['admin.users.edit'] })
  const path = `/api/mail/bounces/${person.id}`
  expect((await api.get(path)).status).toBe(403)
  expect((await api.delete(path)).status).toBe(403)
  expect((await staff.api.get(path)).body).toMatchObject({ bounced: { address: person.email } })
  expect((await staff.api.delete(path)).body).toMatchObject({ success: true, bounced: null })
  expect((await staff.api.delete(path)).body.error_code).toBe('MAIL_NOT_BOUNCED')
  expect(await noticed()).toBe(false)
  const { rowCount } = await server.pool.query(
    `select from kernel.audit where action = 'mail:bounce-cleared' and target = $1`,
    [person.id],
  )
  expect(rowCount).toBe(1)
})

it('[MAI1] cuts links and codes out of the emails that people read themselves', async () => {
  const { person, api } = await server.signIn()
  await queue(person, { subject: 'Code 483920', paragraphs: ['https://dash.example.com/go#token=abc1'] })
  const { body } = await api.get('/api/mail/emails')
  expect(JSON.stringify(body)).not.toMatch(/483920|token=/)
})
