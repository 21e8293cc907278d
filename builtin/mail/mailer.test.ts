import { MOST_EMAILS_A_DAY, type MailerAnswer } from '@spawnpoint/contracts/mail'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modes, rootsWith } from '../../tests/support/plugins/isolated-plugin.ts'
import { callService, writeServiceCaller } from '../../tests/support/plugins/service-caller.ts'
import { createPluginsFolder } from '../../tests/support/plugins/write-plugin.ts'
import { startMailbox } from '../../tests/support/server/mailbox.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const plugins = createPluginsFolder()
let server: TestServer
let box: Awaited<ReturnType<typeof startMailbox>>

const writeSmtp = (isOn: boolean) =>
  server.server.core.settings.write({
    app_name: 'Acme',
    smtp_enabled: isOn,
    smtp_host: '127.0.0.1',
    smtp_port: box.port,
    smtp_encryption: 'none',
    smtp_from: 'Acme <noreply@example.com>',
  })

beforeAll(async () => {
  for (const mode of modes)
    writeServiceCaller(plugins, { id: `clerk-${mode}`, mode, service: 'mail.mailer', title: 'The clerk' })
  server = await startTestServer({ roots: rootsWith(plugins) })
  box = await startMailbox()
  await writeSmtp(true)
})
afterAll(async () => {
  await server.stop()
  await box.stop()
  plugins.remove()
})

interface Kept {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly purpose: string
  readonly action_label: string | null
  readonly status: string
}
const keptOf = async (user: string) => {
  const { rows } = await server.pool.query<Kept>('select * from mail.email where user_id = $1 order by id', [
    user,
  ])
  return rows
}

describe.each(modes)('the mailer of a plugin in its %s', (mode) => {
  const clerk = `clerk-${mode}`
  const send = (request: object) => callService<MailerAnswer>(server, clerk, 'send', request)
  const bill = (user: string) => ({ user, subject: 'Your bill', text: 'Hi,\n\nhere it is.', key: 'bill-1' })

  it('[MAI19] sends an email that names the plugin, once for each key and person', async () => {
    const { person } = await server.signIn()
    const { person: other } = await server.signIn()
    const request = { ...bill(person.id), action: { label: 'View bill', path: '/p/bills' } }
    expect(await send(request)).toEqual({ answer: { ok: true } })
    expect(await send(request)).toEqual({ answer: { ok: true } })
    expect(await send(bill(other.id))).toEqual({ answer: { ok: true } })
    await expect.poll(async () => (await keptOf(person.id)).map(({ status }) => status)).toEqual(['sent'])
    expect(await keptOf(person.id)).toMatchObject([
      {
        subject: 'Your bill',
        paragraphs: ['Hi,', 'here it is.', 'Sent by the plugin “The clerk” on Acme.'],
        purpose: 'mail.plugin',
        action_label: 'View bill',
      },
    ])
    expect(await keptOf(other.id)).toHaveLength(1)
    expect(await box.emailTo(person.email)).toContain('/p/bills')
  })

  it('[MAI19] writes so much a day to a person and no more', async () => {
    const { person } = await server.signIn()
    const write = (text: string) => send({ user: person.id, subject: 'News', text })
    for (let time = 0; time < MOST_EMAILS_A_DAY; time += 1)
      expect(await write(`News ${time}`)).toEqual({ answer: { ok: true } })
    expect(await write('More')).toEqual({ answer: { ok: false, reason: 'too-many' } })
    expect(await keptOf(person.id)).toHaveLength(MOST_EMAILS_A_DAY)
  })

  it('[MAI19] refuses what is no request, strangers, and the banned', async () => {
    const { person } = await server.signIn()
    const mine = { user: person.id, subject: 'x', text: 'x' }
    for (const wrong of [
      { ...mine, subject: 'x\nBcc: all@example.com' },
      { ...mine, text: '' },
      { ...mine, text: 'x'.repeat(5_001) },
      { ...mine, action: { label: 'x', path: 'https://evil.example' } },
      { ...mine, action: { label: 'x', path: '//evil.example' } },
      { ...mine, to: 'all@example.com' },
    ])
      expect((await send(wrong)).error).toContain('E_SERVICE_REQUEST: ')
    for (const user of ['nobody', randomUUID()])
      expect(await send({ ...mine, user })).toEqual({ answer: { ok: false, reason: 'unknown' } })
    await server.pool.query(`update users.account set banned_reason = 'Spam' where id = $1`, [person.id])
    expect(await send(mine)).toEqual({ answer: { ok: false, reason: 'unknown' } })
    expect(await keptOf(person.id)).toEqual([])
  })
})

it('[MAI19] says that there is no mail server', async () => {
  const { person } = await server.signIn()
  await writeSmtp(false)
  const answer = await callService(server, 'clerk-process', 'send', {
    user: person.id,
    subject: 'x',
    text: 'x',
  })
  expect(answer).toEqual({ answer: { ok: false, reason: 'off' } })
})
