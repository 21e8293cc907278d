import { Mail, placeholdersIn } from '@spawnpoint/contracts/mail'
import type { MailPurpose } from '@spawnpoint/contracts/mail-templates'
import { languages } from '@spawnpoint/sdk/common'
import { createEmailTexts } from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { pluginFolder } from '../../tests/support/plugin-folder.ts'
import { startMailbox } from '../../tests/support/server/mailbox.ts'
import { readEmail } from '../../tests/support/server/read-email.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
let box: Awaited<ReturnType<typeof startMailbox>>
let staff: ApiClient
let purposes: readonly MailPurpose[]

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
  const rights = ['list', 'create', 'edit'].map((each) => `admin.mail.templates.${each}`)
  staff = (await server.signIn({ permissions: rights })).api
  purposes = await readAll()
})
afterAll(async () => {
  await server.stop()
  await box.stop()
})

const ids = languages.map(({ id }) => id)

async function readAll() {
  const { items } = (await staff.get('/api/mail-templates/purposes')).body as unknown as {
    items: { id: string }[]
  }
  const all: MailPurpose[] = []
  for (const { id } of items)
    for (const language of ids) {
      const { body } = await staff.get(`/api/mail-templates/purposes/${id}?language=${language}`)
      all.push(body['purpose'] as MailPurpose)
    }
  return all
}

const valuesOf = ({ placeholders }: MailPurpose) =>
  Object.fromEntries(placeholders.map(({ name, sample }) => [name, `${sample}<i>`]))

const texts = new Map<string, ReturnType<typeof createEmailTexts>>()

/** A plugin reads its texts once. */
const textsOf = (plugin: string) => {
  const read = texts.get(plugin) ?? createEmailTexts(plugin, join(pluginFolder(plugin), 'locales'))
  texts.set(plugin, read)
  return read
}

/** The email as its plugin writes and sends it, to an address that names it. */
async function send(purpose: MailPurpose, way: string) {
  const mail = server.server.core.services.find(Mail)
  if (!mail) throw new Error('mail is not running')
  const [plugin = '', kind = ''] = purpose.id.split('.')
  const { action, ...text } = textsOf(plugin)(purpose.language, kind, valuesOf(purpose))
  const address = `${way}.${purpose.id}.${purpose.language}@example.com`
  await server.server.core.orm.transaction((tx) =>
    mail.send(tx, {
      ...text,
      to: { user: null, address, locale: purpose.language },
      ...(action !== '' && { action: { label: action, url: 'https://dash.example.com/go#token=1' } }),
    }),
  )
  await box.emailTo(address)
  return { action, ...readEmail(box.all().find((raw) => raw.includes(`To: ${address}`)) ?? '') }
}

const tagOf = (language: string) => (language === 'MD' ? 'zh-Hans' : language.toLowerCase())

it('[MTP8] knows every email that the built-in plugins declare', () => {
  expect(new Set(purposes.map(({ id }) => id)).size).toBeGreaterThanOrEqual(16)
  expect(purposes.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['auth.verify', 'auth.reset', 'gifts.received', 'settings.sensitive-changed']),
  )
})

it('[MAI9] sends every email in every language as text and as a page that dark readers can show', async () => {
  for (const purpose of purposes) {
    const name = `${purpose.id} ${purpose.language}`
    const { headers, subject, parts, action } = await send(purpose, 'plain')
    expect([name, headers['content-type']]).toEqual([name, expect.stringMatching(/^multipart\/alternative;/)])
    expect([name, headers['auto-submitted']]).toEqual([name, 'auto-generated'])
    expect(headers['message-id']).toMatch(/^<[0-9a-f-]{36}@example\.com>$/)
    const [text = '', html = ''] = [parts['text/plain'], parts['text/html']]
    expect(subject).not.toBe('')
    for (const part of [subject, text, html])
      expect([name, part]).toEqual([name, expect.not.stringMatching(/\{\{/)])
    expect([name, html]).toEqual([name, expect.not.stringMatching(/<script|<i>|javascript:/i)])
    expect(html).toContain(`<html lang="${tagOf(purpose.language)}">`)
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html.length).toBeLessThan(35_000)
    if (action !== '') {
      expect(text).toContain('https://dash.example.com/go#token=1')
      expect(html).toContain('href="https://dash.example.com/go#token=1"')
    }
  }
}, 240_000)

it('[MTP8] sends the text of staff for every email in every language', async () => {
  for (const { id, language, placeholders } of purposes) {
    const body = placeholders.map(({ name }) => `{{${name}}}`).join(' / ')
    const created = await staff.post('/api/mail-templates/templates', {
      purpose: id,
      language,
      subject: `Ours ${id} ${language}`,
      body: `Ours: ${body}`,
    })
    expect([id, language, created.status]).toEqual([id, language, 200])
  }
  for (const purpose of purposes) {
    const { subject, parts } = await send(purpose, 'ours')
    expect(subject).toBe(`Ours ${purpose.id} ${purpose.language}`)
    expect(placeholdersIn(parts['text/plain'] ?? '')).toEqual([])
    expect(parts['text/plain']).toContain('Ours: ')
  }
}, 240_000)

it('[MTP8] sends it also where another plugin writes the email by itself, as for a password reset', async () => {
  const { person } = await server.signIn()
  const before = box.count()
  const asked = await server.anonymous().post('/api/auth/forgot', { email: person.email })
  expect(asked.status).toBe(200)
  const { subject } = readEmail(await box.emailTo(person.email, before))
  expect(subject).toMatch(/^Ours auth\.reset [A-Z]{2}$/)
})
