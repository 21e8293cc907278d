import { Mail, type MailService } from '@spawnpoint/contracts/mail'
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
