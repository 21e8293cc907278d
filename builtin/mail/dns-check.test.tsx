// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { createFakeHost } from '../../tests/support/browser/create-fake-host.ts'
import { DnsCheck } from './browser/dns-check.tsx'

afterEach(cleanup)

const none = { found: [], suggested: null }
const records = [
  { kind: 'spf', name: 'a.example', verdict: 'weak', reason: 'everyone', ...none, found: ['v=spf1 +all'] },
  { kind: 'dkim', name: 's1._domainkey.a.example', verdict: 'failed', reason: 'failed', ...none },
  {
    kind: 'dmarc',
    name: '_dmarc.a.example',
    verdict: 'missing',
    reason: 'missing',
    found: [],
    suggested: { type: 'TXT', name: '_dmarc.a.example', value: 'v=DMARC1; p=quarantine' },
  },
  { kind: 'mx', name: 'a.example', verdict: 'ok', reason: 'ok', ...none, found: ['10 mail.a.example'] },
]

it('[MAI16] says what to do about each record, offers the missing one to copy, and calls no failure missing', async () => {
  const app = createFakeHost({
    plugin: 'mail',
    session: { permissions: ['admin.root'] },
    answers: { 'POST /api/mail/dns': () => ({ domain: 'a.example', records }) },
  })
  const user = userEvent.setup()
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="mail">
        <DnsCheck edits={{ smtp_host: 'smtp.sendgrid.net', smtp_pass: 'secret' }} />
      </PluginProvider>
    </HostProvider>,
  )
  const selector = screen.getByRole('textbox', { name: /DKIM selector/ })
  await user.type(selector, 'mine')
  await user.click(screen.getByRole('button', { name: 'Check DNS' }))
  expect(await screen.findByText('DNS records of a.example')).toBeTruthy()
  expect(app.callsTo('POST /api/mail/dns')).toEqual([
    { body: { values: { smtp_host: 'smtp.sendgrid.net' }, selector: 'mine' } },
  ])
  const [spf, dkim, dmarc, mx] = screen.getAllByRole('listitem')
  const of = (item: HTMLElement | undefined) => within(item ?? document.body)
  expect(of(spf).getByText(/Replace “\+all” with “~all”/)).toBeTruthy()
  expect(of(spf).getByText('v=spf1 +all')).toBeTruthy()
  expect(of(dkim).getByText('No answer')).toBeTruthy()
  expect(of(dkim).queryByText('Missing')).toBeNull()
  await user.click(of(dmarc).getByRole('button', { name: 'Copy DMARC value' }))
  expect(await navigator.clipboard.readText()).toBe('v=DMARC1; p=quarantine')
  expect(of(mx).getByText('Your domain can receive replies and bounces.')).toBeTruthy()
})
