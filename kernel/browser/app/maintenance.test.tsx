// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import type { ManifestRoute } from '@spawnpoint/sdk/common'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { MAINTENANCE_HEADER } from '../../common/plan.ts'
import { createKernel } from '../create-kernel.ts'
import { planPlugin } from '../plan-plugin.testing.ts'
import { App } from './app.tsx'

const english = parse(readFileSync('locales/en.yml', 'utf8')) as Record<string, unknown>

const page = (id: string, path: string, over: Partial<ManifestRoute> = {}): ManifestRoute => ({
  id,
  path,
  area: 'user',
  module: id,
  title: `Title of ${id}`,
  bare: true,
  ...over,
})

const base = planPlugin('base', {
  contributes: {
    routes: [
      page('login', '/auth/login', { area: 'guest', wellKnown: 'login' }),
      page('home', '/dashboard', { wellKnown: 'home' }),
      page('store', '/store'),
      page('closed', '/closed', { area: 'public', wellKnown: 'closed', flag: 'acme_closed' }),
    ],
  },
})

const builtin = {
  base: Object.fromEntries(
    ['login', 'home', 'store', 'closed'].map((id) => [
      id,
      async () => ({ default: () => <h1>Page {id}</h1> }),
    ]),
  ),
}

/** The product as a tab meets it; `isClosed` is how the server stands. */
async function setUp(path: string, given: { permissions?: readonly string[]; signedIn?: boolean } = {}) {
  const { permissions = [], signedIn = true } = given
  const stands = { isClosed: false }
  const session = { success: true, user_info: {}, billing: {}, stats: {}, permissions }
  const platform = createMemoryPlatform({
    url: `https://dash.example.com${path}`,
    ...(signedIn && { cookies: { user_token: 'x' } }),
    fetch: async (url) => {
      const body =
        url === '/api/system/settings'
          ? { success: true, settings: { acme_closed: stands.isClosed } }
          : session
      return Response.json(body, { headers: stands.isClosed ? { [MAINTENANCE_HEADER]: '1' } : {} })
    },
  })
  const kernel = createKernel({
    platform,
    chunks: { en: async () => ({ default: english }) },
    modules: { builtin, isListed: () => true, importModule: () => Promise.reject(new Error('none')) },
    showDialog: async () => undefined,
    log: () => undefined,
  })
  await kernel.messages.start()
  const start = async (isClosed: boolean) => {
    stands.isClosed = isClosed
    kernel.apply({ version: 1, plugins: [base], settings: { acme_closed: isClosed }, safeMode: false })
    const started = kernel.session.start()
    await act(async () => {
      render(<App kernel={kernel} />)
      await platform.clock.advance(10_000)
      await started
    })
  }
  const minute = () => act(() => platform.clock.advance(60_000))
  return { kernel, stands, start, minute, path: () => platform.address.url().pathname }
}

beforeEach(() => {
  window.scrollTo = vi.fn()
})
afterEach(cleanup)

it('[MNT5] the page stands in for each page, at its address, and gives way at the end', async () => {
  const { start, stands, minute, kernel, path } = await setUp('/store')
  await start(true)
  expect(await screen.findByText('Page closed')).toBeTruthy()
  expect(path()).toBe('/store')
  await act(async () => kernel.host.navigate('/no-such-page'))
  expect(screen.getByText('Page closed')).toBeTruthy()
  await act(async () => kernel.host.navigate('/store'))
  stands.isClosed = false
  await minute()
  expect(await screen.findByText('Page store')).toBeTruthy()
})

it('[MNT5] an open tab hears of the maintenance by the next answer', async () => {
  const { start, stands, minute } = await setUp('/store')
  await start(false)
  expect(await screen.findByText('Page store')).toBeTruthy()
  stands.isClosed = true
  await minute()
  expect(await screen.findByText('Page closed')).toBeTruthy()
})

it('[MNT5] strangers see the page instead of the login that a page leads to, but the login stays open', async () => {
  const { start, kernel } = await setUp('/store', { signedIn: false })
  await start(true)
  expect(await screen.findByText('Page closed')).toBeTruthy()
  await act(async () => kernel.host.navigate('/auth/login'))
  expect(await screen.findByText('Page login')).toBeTruthy()
})

it('[MNT5] administrators go on', async () => {
  const { start } = await setUp('/store', { permissions: ['admin.root'] })
  await start(true)
  expect(await screen.findByText('Page store')).toBeTruthy()
})

it('[MNT8] while it is over, its address is a missing page within the frame', async () => {
  const { start } = await setUp('/closed')
  await start(false)
  expect(await screen.findByRole('heading', { name: 'Page not found', level: 1 })).toBeTruthy()
  expect(await screen.findByRole('banner')).toBeTruthy()
  expect(document.querySelector('.shell-bare')).toBeNull()
})
