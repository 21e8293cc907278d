// @vitest-environment jsdom
import { resumeSession } from '@spawnpoint/contracts/auth'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen } from '@testing-library/react'
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

const open = (at: string, answer: { pending?: boolean; sso?: boolean }, settings = {}) =>
  renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { login: LoginPage, verify: VerifyPage } },
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
