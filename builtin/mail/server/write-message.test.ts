import { expect, it } from 'vitest'
import { writeMessage } from './write-message.ts'

const layout = { app: 'Acme <Hosting>', site: 'https://dash.example.com', locale: 'DE' }
const content = {
  address: 'ada@example.com\r\nBcc: eve@example.com',
  subject: 'Hello\r\nBcc: eve@example.com',
  paragraphs: ['<script>alert(1)</script> & "you"'],
  actionLabel: '<b>Open</b>',
  actionUrl: 'https://example.com/?a=1&b="2"',
}

it('[MAI4] lets nothing of an email become a header or markup', () => {
  const message = writeMessage(content, layout)
  expect(message.subject).toBe('Hello Bcc: eve@example.com')
  expect(message.to).not.toMatch(/[\r\n]/)
  expect(message.html).not.toContain('<script>')
  expect(message.html).toContain('&lt;b&gt;Open&lt;/b&gt;')
  expect(message.html).toContain('href="https://example.com/?a=1&amp;b=&quot;2&quot;"')
  expect(message.text).toContain('<script>alert(1)</script> & "you"')
})
