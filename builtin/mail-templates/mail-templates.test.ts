import { Mail, type EmailPurpose } from '@spawnpoint/contracts/mail'
import { aTemplate } from './testing.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startMailbox } from '../../tests/support/server/mailbox.ts'
import { readEmail } from '../../tests/support/server/read-email.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
let box: Awaited<ReturnType<typeof startMailbox>>
let staff: ApiClient

const rights = ['list', 'create', 'edit', 'delete'].map((each) => `admin.mail.templates.${each}`)
const templates = '/api/mail-templates/templates'

beforeAll(async () => {
  server = await startTestServer()
  box = await startMailbox()
  await server.server.core.settings.write({
    app_name: 'Acme & Co',
    smtp_enabled: true,
    smtp_host: '127.0.0.1',
    smtp_port: box.port,
    smtp_encryption: 'none',
    smtp_from: 'Acme <noreply@example.com>',
  })
  staff = (await server.signIn({ permissions: rights })).api
})
afterAll(async () => {
  await server.stop()
  await box.stop()
})

type Item = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number }

const create = async (over: Parameters<typeof aTemplate>[0] = {}) => {
  const { status, body } = await staff.post(templates, aTemplate(over))
  expect(status, JSON.stringify(body)).toBe(200)
  return body['item'] as Item
}
beforeEach(async () => {
  await server.pool.query('delete from mail_templates.template')
  await server.pool.query('delete from mail_templates.version')
})

const gift = (values: EmailPurpose['values']): EmailPurpose => ({ plugin: 'gifts', kind: 'received', values })

/** Sends the email of a gift as its plugin does, and reads what arrives. */
const send = async (locale: string, values: EmailPurpose['values'] = {}) => {
  const mail = server.server.core.services.find(Mail)
  if (!mail) throw new Error('mail is not running')
  const address = `${randomUUID()}@example.com`
  const purpose = gift({ app: 'Acme & Co', name: 'ada', giver: 'sam', coins: '250', ...values })
  const email = {
    to: { user: null, address, locale },
    purpose,
    subject: 'the built-in subject',
    paragraphs: ['the built-in text'],
    action: { label: 'View balance', url: 'https://dash.example.com/account' },
  }
  await server.server.core.orm.transaction((tx) => mail.send(tx, email))
  await box.emailTo(address)
  return readEmail(box.all().find((raw) => raw.includes(`To: ${address}`)) ?? '')
}

it('[MTP1] sends the text of staff in the language it is written for, and the built-in one in every other', async () => {
  const { id } = await create({ action: 'Look' })
  const ours = await send('EN')
  expect(ours.subject).toBe('Yay, 250 coins')
  expect(ours.parts['text/plain']).toBe(
    'Hello ada, sam sent you 250 coins.\n\nLook\nhttps://dash.example.com/account',
  )
  expect(ours.parts['text/html']).toContain('<strong>sam</strong>')
  expect(ours.parts['text/html']).toContain('>Look</a>')
  expect((await send('DE')).subject).toBe('the built-in subject')

  await server.pool.query('update mail_templates.template set active = false')
  expect((await send('EN')).subject).toBe('the built-in subject')
  await server.pool.query('update mail_templates.template set active = true')
  expect((await staff.delete(`${templates}/${id}`)).status).toBe(200)
  expect((await send('EN')).subject).toBe('the built-in subject')
})

it('[MTP1] sends the built-in texts while this plugin is disabled', async () => {
  await create()
  await server.server.plugins.disable('mail-templates', null)
  expect((await send('EN')).subject).toBe('the built-in subject')
  await server.server.plugins.enable('mail-templates', null)
  expect((await send('EN')).subject).toBe('Yay, 250 coins')
})

it('[MTP2] keeps one text for each email and language, and only for emails that exist', async () => {
  await create()
  const again = await staff.post(templates, aTemplate())
  expect([again.status, again.body.error_code]).toEqual([409, 'MAIL_TEMPLATES_EXISTS'])
  await create({ language: 'RO' })
  expect((await staff.post(templates, aTemplate({ purpose: 'gifts.lost' }))).status).toBe(404)
})

it.each([
  ['body', 'Hello {{password}}', 'MAIL_TEMPLATES_PLACEHOLDER'],
  ['subject', 'Hello {{constructor}}', 'MAIL_TEMPLATES_PLACEHOLDER'],
  ['action', 'Open {{email}}', 'MAIL_TEMPLATES_PLACEHOLDER'],
  ['body', 'Hello {{name}', 'MAIL_TEMPLATES_BRACES'],
  ['body', 'Hello {{user.name}}', 'MAIL_TEMPLATES_BRACES'],
  ['body', '[Click](javascript:alert(1))', 'MAIL_TEMPLATES_LINK'],
  ['body', '[Click](data:text/html,x)', 'MAIL_TEMPLATES_LINK'],
  ['body', '[Click](https://evil.example/{{name}})', 'MAIL_TEMPLATES_LINK'],
])('[MTP3] refuses a %s with %s and says why', async (field, text, code) => {
  // A test email is limited to a few a minute.
  const { api } = await server.signIn({ permissions: rights })
  for (const path of [templates, '/api/mail-templates/preview', '/api/mail-templates/test']) {
    const { status, body } = await api.post(path, aTemplate({ [field]: text }))
    expect([path, status, body.error_code, body['fields']]).toEqual([path, 400, code, { [field]: code }])
  }
})

it('[MTP3] names the placeholder that does not exist and those that do', async () => {
  const { body } = await staff.post(templates, aTemplate({ body: 'Hello {{password}}' }))
  expect(body['details']).toEqual({
    placeholder: '{{password}}',
    known: expect.stringMatching(/\{\{giver\}\}.*\{\{app\}\}.*\{\{username\}\}/),
  })
})

it('[MTP4] makes no markup, no link and no header of a value', async () => {
  await create({ subject: 'From {{giver}}', body: '{{giver}} says [hello]({{site}}/x) to {{name}}' })
  const evil = '<img src=x onerror=alert(1)>[go](https://evil.example) **bold**\r\nBcc: eve@example.com'
  const { headers, subject, parts } = await send('EN', { giver: evil, name: '{{app}}' })
  expect(headers['bcc']).toBeUndefined()
  expect(subject).toContain('Bcc: eve@example.com')
  const html = parts['text/html'] ?? ''
  expect(html).not.toMatch(/<img|href="https:\/\/evil|<strong>bold/)
  expect(html).toContain('&lt;img src=x')
  expect(html).toContain(`href="${server.config.origin}/x"`)
  expect(html).toContain('to {{app}}')
})

it('[MTP5] draws a preview that only its own author can open, without scripts', async () => {
  const draft = aTemplate({ body: 'Hello {{name}}, <script>alert(1)</script>' })
  const { body } = await staff.post('/api/mail-templates/preview', draft)
  expect(body).toMatchObject({ subject: 'Yay, 250 coins' })
  expect(body['text']).toContain('Hello Alex,')
  const page = async (api: ApiClient, theme = 'light') => {
    const answer = await api.get(`${String(body['path'])}&theme=${theme}`)
    return { ...answer, text: String(answer.body['text']) }
  }
  const [light, dark] = [await page(staff), await page(staff, 'dark')]
  expect(light.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'unsafe-inline';.*frame-ancestors 'self'; sandbox$/,
  )
  expect(light.text).toContain('Hello Alex, &lt;script&gt;')
  expect(light.text).toContain('color-scheme:light}')
  expect(dark.text).toContain('color-scheme:dark}')
  const other = await server.signIn({ permissions: rights })
  expect((await page(other.api)).status).toBe(404)
})

it('[MTP6] sends a test email to its author and to no one else, and says what the mail server says', async () => {
  const { api, person } = await server.signIn({ permissions: rights })
  const sent = await api.post('/api/mail-templates/test', aTemplate())
  expect(sent.body).toMatchObject({ address: person.email })
  expect(await box.emailTo(person.email)).toContain('Yay, 250 coins')
  box.refuse(true)
  const refused = await api.post('/api/mail-templates/test', aTemplate())
  box.refuse(false)
  expect([refused.status, refused.body.error_code]).toEqual([422, 'MAIL_TEMPLATES_REFUSED'])
  expect(refused.body['details']).toMatchObject({ reason: expect.stringContaining('550 not today') })
})

it('[MTP7] keeps each saved text, restores one, and keeps them over a deletion', async () => {
  const { id, version } = await create()
  const at = `${templates}/${id}`
  const { purpose: _purpose, language: _language, ...text } = aTemplate({ subject: 'Second', action: '' })
  const changed = await staff.patch(at, { action: '', ...text, active: true, version })
  expect(changed.body['item']).toMatchObject({ subject: 'Second', version: version + 1 })
  const list = async (path: string) =>
    (await staff.get(`${path}/versions`)).body['items'] as readonly { id: string; subject: string }[]
  const versions = await list(at)
  expect(versions.map(({ subject }) => subject).toSorted()).toEqual(['Second', 'Yay, {{coins}} coins'])
  const first = versions.find(({ subject }) => subject !== 'Second')?.id
  const stale = await staff.post(`${at}/restore`, { restored: first, version })
  expect([stale.status, stale.body.error_code]).toEqual([409, 'STALE_EDIT'])
  const restored = await staff.post(`${at}/restore`, { restored: first, version: version + 1 })
  expect(restored.body['item']).toMatchObject({ subject: 'Yay, {{coins}} coins', version: version + 2 })
  expect((await send('EN')).subject).toBe('Yay, 250 coins')

  await staff.delete(at)
  const again = await create({ subject: 'Anew' })
  expect(await list(`${templates}/${again.id}`)).toHaveLength(4)
  const other = await create({ language: 'FR' })
  const foreign = await staff.post(`${templates}/${other.id}/restore`, { restored: first, version: 1 })
  expect(foreign.status).toBe(404)
})

it('[MTP7] refuses a change of a text that someone else has changed', async () => {
  const { id, version } = await create()
  const { purpose: _purpose, language: _language, ...text } = aTemplate({ action: '' })
  const change = { action: '', ...text, active: true, version }
  expect((await staff.patch(`${templates}/${id}`, change)).status).toBe(200)
  const stale = await staff.patch(`${templates}/${id}`, change)
  expect([stale.status, stale.body.error_code]).toEqual([409, 'STALE_EDIT'])
})

it('[MTP17] lists each email by words of its own, not by values that only a sent one has', async () => {
  const { body } = await staff.get('/api/mail-templates/purposes?language=DE')
  const rows = body['items'] as readonly { readonly id: string; readonly title: string }[]
  const hasNoWord = ({ title }: (typeof rows)[number]) => !/\p{L}/u.test(title.replaceAll(/\{\{.*?\}\}/g, ''))
  expect(rows.filter(hasNoWord)).toEqual([])
  const announced = rows.find(({ id }) => id === 'announcements.published')
  expect(announced?.title).toBe('Neue Ankündigung')
  const shown = await staff.get('/api/mail-templates/purposes/announcements.published?language=DE')
  expect(shown.body['purpose']).toMatchObject({
    title: 'Neue Ankündigung',
    builtIn: { subject: '{{title}}' },
  })
})
