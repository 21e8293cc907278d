// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import BounceBanner from './browser/bounce-banner.tsx'
import { ProviderPreset } from './browser/provider-preset.tsx'
import mail from './manifest.ts'
import { renderPage } from '../../tests/support/browser/render-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

it('[MAI12] the banner names the address and the reason, and tries the address again', async () => {
  let sent = 0
  const bounced = { address: 'ada@example.com', reason: '550 unknown', since: '2026-01-02T03:04:05.000Z' }
  renderPage(() => <BounceBanner />, {
    manifest: mail,
    at: '/dashboard',
    permissions: [],
    answers: {
      'GET /api/mail/address': () => ({ bounced: sent > 0 ? null : bounced }),
      'POST /api/mail/address/retry': () => {
        sent += 1
        return { address: bounced.address }
      },
    },
  })
  expect(await screen.findByText("We can't reach you at ada@example.com")).toBeTruthy()
  expect(screen.getByText('550 unknown')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try this address again' }))
  await expect.poll(() => screen.queryByText('550 unknown')).toBeNull()
  expect(sent).toBe(1)
})

it('[MAI15] a provider fills in its server and says what else it needs', async () => {
  const edits: Record<string, unknown> = {}
  const draw = () =>
    renderPage(() => <ProviderPreset edits={edits} edit={(key, value) => void (edits[key] = value)} />, {
      manifest: mail,
      at: '/mc-admin/settings',
      permissions: [],
      answers: {},
    })
  draw()
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Provider' }), 'SendGrid')
  expect(edits).toEqual({
    smtp_host: 'smtp.sendgrid.net',
    smtp_port: 587,
    smtp_encryption: 'starttls',
    smtp_user: 'apikey',
  })
  cleanup()
  draw()
  expect(await screen.findByText('Username: the word “apikey”. Password: an API key.')).toBeTruthy()
  expect(screen.getAllByRole('option')).toHaveLength(9)
})
