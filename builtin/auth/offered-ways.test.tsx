// @vitest-environment jsdom
import { UNSAVED_LANGUAGE } from '@spawnpoint/contracts/account'
import { resumeSession } from '@spawnpoint/contracts/auth'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import LoginPage from './browser/login-page.tsx'
import VerifyPage from './browser/verify-page.tsx'
import manifest from './manifest.ts'

beforeAll(() => {
  supportOverlays()
  // jsdom lays nothing out and knows no pointer.
  window.matchMedia ??= () => Object.assign(new EventTarget(), { matches: false }) as MediaQueryList
})
afterEach(cleanup)

const open = (at: string, answer: { pending?: boolean; sso?: boolean }, settings = {}, shown = manifest) =>
  renderPlugin(
    { manifest: shown, folder: import.meta.dirname, modules: { login: LoginPage, verify: VerifyPage } },
    {
      at,
      person: null,
      settings,
      prepare: ({ server }) =>
        server.answer(resumeSession, () => ({
          resumed: false,
          preferences: null,
          pending: false,
          sso: false,
          ...answer,
        })),
    },
  )
const link = (name: RegExp) => screen.queryByRole('link', { name })

it('[AUT41] offers neither single sign-on nor a reset by email where neither could work', async () => {
  const app = await open('/auth/login', {})
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy()
  expect(app.server.calls(resumeSession)).toHaveLength(1)
  expect([link(/organi[sz]ation/), link(/Forgot/)]).toEqual([null, null])
})

it('[AUT41] offers both where they work', async () => {
  await open('/auth/login', { sso: true }, { smtp_enabled: true })
  expect(await screen.findByRole('link', { name: /organi[sz]ation/ })).toBeTruthy()
  expect(link(/Forgot/)).toBeTruthy()
})

it('[AUT41] asks for a code only while a log-in waits for it', async () => {
  await open('/auth/2fa/verify', {})
  expect(await screen.findByRole('link', { name: /log.?in/i })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
  cleanup()
  await open('/auth/2fa/verify', { pending: true })
  expect(await screen.findByRole('textbox')).toBeTruthy()
})

it('[LEG3] leads to the terms, the privacy policy and the accessibility statement where they are there', async () => {
  const legal = ['terms-of-service', 'privacy-policy', 'accessibility'].map(
    (id) => ({ id, path: `/${id}`, area: 'public', module: 'login', title: id }) as const,
  )
  const { contributes } = manifest
  const withLegal = {
    ...manifest,
    contributes: { ...contributes, routes: [...contributes.routes, ...legal] },
  }
  await open('/auth/login', {}, {}, withLegal)
  const links = within(await screen.findByRole('navigation', { name: 'Legal information' }))
  expect(links.getAllByRole('link').map((each) => [each.textContent, each.getAttribute('href')])).toEqual([
    ['Terms', '/terms-of-service'],
    ['Privacy', '/privacy-policy'],
    ['Accessibility', '/accessibility'],
  ])
})

it('[AUT49] remembers a language that is chosen before the log-in', async () => {
  const app = await open('/auth/login', {})
  const select = await screen.findByLabelText('Language')
  await userEvent.selectOptions(select, 'DE')
  expect(app.host.storage.get(UNSAVED_LANGUAGE)).toBe('DE')
})
