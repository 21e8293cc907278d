// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { connection, useParams } from '@spawnpoint/sdk/browser'
import type { ManifestRoute } from '@spawnpoint/sdk/common'
import { readFileSync } from 'node:fs'
import { useEffect, useState } from 'react'
import { parse } from 'yaml'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Plan, PlanPlugin } from '../../common/plan.ts'
import { createKernel } from '../create-kernel.ts'
import type { KernelDialog } from '../kernel.ts'
import { planPlugin } from '../plan-plugin.testing.ts'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { App } from './app.tsx'
import { signedInParts } from './layouts.tsx'

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

const plugin = (id: string, routes: readonly ManifestRoute[], over: Partial<PlanPlugin> = {}): PlanPlugin =>
  planPlugin(id, { ...over, contributes: { routes } })

const base = plugin('base', [
  page('login', '/auth/login', { area: 'guest', wellKnown: 'login' }),
  page('verify', '/auth/2fa/verify', { area: 'guest', wellKnown: 'verify' }),
  page('home', '/dashboard', { wellKnown: 'home' }),
  page('store', '/store', { flag: 'store_enabled' }),
  page('update', '/server/:id/update'),
  page('users', '/mc-admin/users', { area: 'admin', permission: 'admin.users.list' }),
  page('denied', '/errors/403', { area: 'public', wellKnown: 'forbidden' }),
  page('disband', '/auth/2fa/setup/disband', { redirect: '/api/auth/2fa/setup/kill', module: undefined }),
])

const Counter = () => {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      clicked {count}
    </button>
  )
}
const Crash = () => {
  throw new Error('boom')
}

/** Names its object in the tab, as pages of the kit do. */
const Denied = () => {
  useEffect(() => {
    document.title = `ada · ${document.title}`
  }, [])
  return <h1>Page denied</h1>
}

const Update = () => <h1>Server {useParams()['id'] ?? 'without an id'}</h1>

let isAway = false
const pageOf = (id: string) => async () => ({ default: () => <h1>Page {id}</h1> })
const builtin = {
  base: {
    update: async () => ({ default: Update }),
    denied: async () => ({ default: Denied }),
    ...Object.fromEntries(['login', 'verify', 'home', 'store', 'users'].map((id) => [id, pageOf(id)])),
  },
  extra: {
    extra: pageOf('extra'),
    counter: async () => ({ default: Counter }),
    crash: async () => ({ default: Crash }),
    lost: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    far: async () => {
      if (isAway) throw new TypeError('Failed to fetch dynamically imported module')
      return { default: () => <h1>Page far</h1> }
    },
  },
}

const planOf = (version: number, ...plugins: readonly PlanPlugin[]): Plan => ({
  version,
  plugins,
  settings: { app_name: 'Acme', store_enabled: false },
  safeMode: false,
})

type Answer = { status: number; permissions?: readonly string[]; code?: string } | 'network'

interface Given {
  readonly signedIn?: boolean
  readonly answer?: Answer
  readonly plan?: Plan
  readonly inTab?: Readonly<Record<string, string>>
}

const setUp = async (path: string, given: Given = {}) => {
  const { signedIn = true, answer = { status: 200 }, plan = planOf(1, base), inTab = {} } = given
  const platform = createMemoryPlatform({
    url: `https://dash.example.com${path}`,
    ...(signedIn && { cookies: { user_token: 'x' } }),
    fetch: async (path) => {
      if (answer === 'network' || (isAway && path === '/api/health/live'))
        throw new TypeError('failed to fetch')
      return Response.json(
        {
          success: answer.status === 200,
          error_code: answer.code ?? null,
          user_info: {},
          billing: {},
          stats: {},
          permissions: answer.permissions ?? [],
        },
        { status: answer.status },
      )
    },
  })
  for (const [key, value] of Object.entries(inTab)) platform.tabStorage.set(key, value)
  const dialogs: KernelDialog[] = []
  const kernel = createKernel({
    platform,
    chunks: { en: async () => ({ default: english }) },
    modules: { builtin, isListed: () => true, importModule: () => Promise.reject(new Error('none')) },
    showDialog: async (dialog) => void dialogs.push(dialog),
    log: () => undefined,
  })
  await kernel.messages.start()
  kernel.apply(plan)
  const started = kernel.session.start()
  await act(async () => {
    render(<App kernel={kernel} />)
    await platform.clock.advance(10_000)
    await started
  })
  const path_ = () => platform.address.url().pathname
  return { kernel, platform, dialogs, path: path_ }
}

beforeEach(() => {
  window.scrollTo = vi.fn()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('guards', () => {
  it('[NAV1][NAV2] lead to the log-in and remember the target', async () => {
    const { path, platform } = await setUp('/dashboard?tab=2', { signedIn: false })
    expect(await screen.findByText('Page login')).toBeTruthy()
    expect(path()).toBe('/auth/login')
    expect(platform.storage.get('redirectAfterLogin')).toBe('/dashboard?tab=2')
  })

  it('[NAV1] lead to the log-in each time, however soon the page is opened again', async () => {
    const { path, kernel } = await setUp('/auth/login', { signedIn: false })
    const { location, enter } = kernel.navigation
    const arrived: string[] = []
    location.subscribe((place) => {
      arrived.push(place.path)
      // Before the log-in is drawn.
      if (arrived.length === 2) enter('/dashboard')
    })
    await act(async () => kernel.host.navigate('/dashboard'))
    expect(path()).toBe('/auth/login')
    expect(arrived).toEqual(['/dashboard', '/auth/login', '/dashboard', '/auth/login'])
  })

  it('[NAV3] lead from an auth page to the dashboard', async () => {
    const { path } = await setUp('/auth/login')
    expect(await screen.findByText('Page home')).toBeTruthy()
    expect(path()).toBe('/dashboard')
  })

  it('[SCR15] lead from the root to the dashboard', async () => {
    // A catch-all page, as the product has one, does not take the root.
    const rest = plugin('extra', [
      page('extra', '/*', { area: 'public', wellKnown: 'not-found', module: 'extra' }),
    ])
    await setUp('/', { plan: planOf(1, base, rest) })
    expect(await screen.findByText('Page home')).toBeTruthy()
  })

  it('[SCR15][NAV1][NAV2] lead from the root to the log-in, with the dashboard as the target', async () => {
    const { platform } = await setUp('/?from=mail', { signedIn: false })
    expect(await screen.findByText('Page login')).toBeTruthy()
    expect(platform.storage.get('redirectAfterLogin')).toBe('/dashboard?from=mail')
  })

  it('[NAV4] lead from auth-redirect to the saved path', async () => {
    const { platform, kernel } = await setUp('/dashboard', {
      answer: { status: 200, permissions: ['admin.root'] },
    })
    platform.storage.set('redirectAfterLogin', '/mc-admin/users')
    await act(async () => kernel.host.navigate(kernel.host.pathTo('auth-redirect')))
    expect(await screen.findByText('Page users')).toBeTruthy()
  })

  it('[NAV5] lead from auth-redirect to the dashboard, and to no page before it', async () => {
    const { kernel } = await setUp('/errors/403')
    const visited: string[] = []
    kernel.navigation.location.subscribe(({ path }) => void visited.push(path))
    await act(async () => kernel.host.navigate('/auth/redirect'))
    expect(await screen.findByText('Page home')).toBeTruthy()
    expect(visited).toEqual(['/auth/redirect', '/dashboard'])
  })

  it('[GRD1][GRD2][GRD3][ERR5] refuse an admin page with the dialog and the 403 page', async () => {
    const { dialogs, path } = await setUp('/mc-admin/users')
    expect(await screen.findByText('Page denied')).toBeTruthy()
    expect(path()).toBe('/errors/403')
    expect(dialogs).toEqual([
      { title: 'Access Denied', text: 'You do not have permission to access this resource.', tone: 'danger' },
    ])
  })

  it('[PER2][PER4] open it to the exact permission and to admin.root', async () => {
    const { kernel } = await setUp('/mc-admin/users', {
      answer: { status: 200, permissions: ['admin.users.list'] },
    })
    expect(await screen.findByText('Page users')).toBeTruthy()
    expect(kernel.host.can('admin.users.edit')).toBe(false)
    expect(kernel.host.can('ADMIN.USERS.LIST')).toBe(false)
    cleanup()
    const root = await setUp('/mc-admin/users', { answer: { status: 200, permissions: ['*', 'admin.root'] } })
    expect(root.kernel.host.can('admin.anything.at.all')).toBe(true)
  })

  it('let a plugin deny, but never grant, and never deny the root', async () => {
    const { kernel } = await setUp('/dashboard', {
      answer: { status: 200, permissions: ['admin.users.list'] },
    })
    kernel.bus.on('core', 'resolvePermission', () => 'deny')
    expect(kernel.host.can('admin.users.list')).toBe(false)
    expect(kernel.host.can('admin.users.edit')).toBe(false)
    const root = await setUp('/dashboard', { answer: { status: 200, permissions: ['*', 'admin.root'] } })
    root.kernel.bus.on('core', 'resolvePermission', () => 'deny')
    expect(root.kernel.host.can('admin.users.list')).toBe(true)
  })

  it('find nothing where a feature is off or no route is', async () => {
    await setUp('/store')
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
    cleanup()
    await setUp('/no/such/page')
    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
  })

  it('[SCR9][CALL8] send the browser to the server path', async () => {
    const { platform } = await setUp('/auth/2fa/setup/disband')
    expect(platform.address.left).toEqual(['/api/auth/2fa/setup/kill'])
  })
})

describe('a failed session', () => {
  it('[ERR2][SES9] says that the server is unavailable', async () => {
    const { dialogs, path } = await setUp('/dashboard', { answer: { status: 503 } })
    expect(dialogs).toEqual([
      {
        title: 'Server Unavailable',
        text: 'The server is currently unavailable. Please try again later.',
        tone: 'warning',
      },
    ])
    expect(path()).toBe('/auth/login')
  })

  it('[ERR3][SES10] says that the session is no longer valid', async () => {
    const { dialogs, path } = await setUp('/dashboard', { answer: { status: 401, code: 'UNAUTHENTICATED' } })
    expect(dialogs).toEqual([
      {
        title: 'Session Error',
        text: 'Your session has expired or is invalid.',
        footer: 'Please log in again.',
        tone: 'warning',
      },
    ])
    expect(path()).toBe('/auth/login')
  })

  it('[ERR4] says that the session could not be started', async () => {
    const { dialogs, path } = await setUp('/dashboard', { answer: 'network' })
    expect(dialogs).toEqual([
      { title: 'Error', text: 'Failed to start session. Please try again.', tone: 'warning' },
    ])
    expect(path()).toBe('/auth/login')
  })

  it.each([
    ['[SES9] the server is unavailable', { status: 503 }],
    ['[SES10] the session is no longer valid', { status: 401, code: 'UNAUTHENTICATED' }],
  ])('%s: a page that asks for no log-in leads there as well', async (_failure, answer) => {
    const { path } = await setUp('/errors/403', { answer })
    expect(path()).toBe('/auth/login')
  })

  it('[ERR1][SES8][SES11] goes to the second factor without a dialog', async () => {
    const { dialogs, path } = await setUp('/dashboard', { answer: { status: 401, code: 'TW0_FA_BLOCKED' } })
    expect(dialogs).toEqual([])
    expect(path()).toBe('/auth/2fa/verify')
  })
})

describe('pages', () => {
  it.each([
    ['another page', '/errors/403'],
    ['another query of the same page', '/dashboard?sort=name'],
    ['the page that is open', '/dashboard'],
    ['a fragment that the page does not have', '/dashboard#nowhere'],
  ])('[NAV8] start at the top after a navigation to %s', async (_name, to) => {
    const { kernel } = await setUp('/dashboard')
    await screen.findByText('Page home')
    vi.mocked(window.scrollTo).mockClear()
    await act(async () => kernel.host.navigate(to))
    expect(vi.mocked(window.scrollTo).mock.calls).toEqual([[0, 0]])
  })

  it('[NAV8] start at the top after going back', async () => {
    const { kernel, platform } = await setUp('/dashboard')
    const stop = kernel.navigation.start()
    await act(async () => kernel.host.navigate('/errors/403'))
    await screen.findByText('Page denied')
    vi.mocked(window.scrollTo).mockClear()
    await act(async () => platform.address.back())
    await screen.findByText('Page home')
    expect(vi.mocked(window.scrollTo).mock.calls).toEqual([[0, 0]])
    stop()
  })

  it('show the part of the page that a fragment names', async () => {
    const { kernel } = await setUp('/dashboard')
    const heading = await screen.findByText('Page home')
    heading.id = 'part'
    heading.scrollIntoView = vi.fn()
    await act(async () => kernel.host.navigate('/dashboard#part'))
    expect(heading.scrollIntoView).toHaveBeenCalledOnce()
  })

  it.each(['fade', 'slide-right', 'slide-left', 'slide-up', 'slide-down', 'scale', 'flip', 'rotate'])(
    '[NAV6][NAV7] come in with the remembered transition %s',
    async (style) => {
      const { kernel, platform } = await setUp('/dashboard')
      platform.storage.set('preferredTransition', style)
      await act(async () => kernel.host.navigate('/errors/403'))
      const heading = await screen.findByText('Page denied')
      expect(heading.closest('.page-frame > div')?.className).toBe(`page-transition page-${style}`)
    },
  )

  it('come with the focus on their heading and in the tab their title, to which they can add', async () => {
    const { kernel } = await setUp('/dashboard')
    await screen.findByText('Page home')
    await act(async () => kernel.host.navigate('/errors/403'))
    const heading = await screen.findByText('Page denied')
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(document.title).toBe('ada · Title of denied · Acme')
  })

  it('[RTP17] are called by the name of their plugin where an added one takes a name of the product', async () => {
    const taking = plugin(
      'extra',
      [page('extra', '/p/extra', { title: 'TITLE of h\u043eme' }), page('counter', '/p/counter')],
      { kind: 'plugin', title: 'Extra things' },
    )
    const { kernel } = await setUp('/dashboard', { plan: planOf(1, base, taking) })
    await screen.findByText('Page home')
    expect(document.title).toBe('Title of home · Acme')
    await act(async () => kernel.host.navigate('/p/extra'))
    await waitFor(() => expect(document.title).toBe('Extra things · Acme'))
    await act(async () => kernel.host.navigate('/p/counter'))
    await waitFor(() => expect(document.title).toBe('Title of counter · Acme'))
  })

  const extra = plugin('extra', [page('extra', '/p/extra'), page('counter', '/p/counter')])

  it.each(['/server/7/update', '/Server/7/Update', '/SERVER/7/update/'])(
    'know their parameters at %s, in any case',
    async (path) => {
      await setUp(path)
      expect(await screen.findByRole('heading', { name: 'Server 7' })).toBeTruthy()
    },
  )

  it.each([
    ['a page for guests', { area: 'guest', bare: false }],
    ['a full page', { area: 'public', bare: true }],
  ] as const)('[RTP18] say on %s of an added plugin whose it is', async (_, over) => {
    const routes = [page('extra', '/p/evil', { ...over, title: 'Log in' })]
    const added = { kind: 'plugin', title: '%title%', labels: { '%title%': 'Evil things' } } as const
    await setUp('/p/evil', { signedIn: false, plan: planOf(1, base, plugin('evil', routes, added)) })
    expect(screen.getByText('This page belongs to the plugin Evil things (evil)')).toBeTruthy()
  })

  it('[RTP18] say nothing of the kind on a page of the product', async () => {
    await setUp('/auth/login', { signedIn: false })
    expect(await screen.findByText('Page login')).toBeTruthy()
    expect(screen.queryByText(/belongs to the plugin/)).toBeNull()
  })

  it('come and go with their plugin, without a reload', async () => {
    const { kernel } = await setUp('/p/extra')
    expect(await screen.findByText("This page doesn't exist.")).toBeTruthy()
    await act(async () => kernel.apply(planOf(2, base, extra)))
    expect(await screen.findByText('Page extra')).toBeTruthy()
    await act(async () => kernel.apply(planOf(3, base)))
    expect(await screen.findByText("This page doesn't exist.")).toBeTruthy()
  })

  it('[DBG10] stay away while the debug panel has their added plugin off in this tab', async () => {
    const added = { ...extra, integrity: {} }
    const inTab = { spawnpoint_plugins_off: '["extra","base"]' }
    const { kernel } = await setUp('/p/extra', { plan: planOf(1, base, added), inTab })
    expect(await screen.findByText("This page doesn't exist.")).toBeTruthy()
    await act(async () => kernel.apply(planOf(2, base, added)))
    expect(kernel.registry.find('extra')).toBeNull()
    // Plugins that ship with the product are no part of the search.
    expect(kernel.registry.find('base')).toBeTruthy()
  })

  it('keep their state while other plugins come and go', async () => {
    const { kernel } = await setUp('/p/counter', { plan: planOf(1, base, extra) })
    const button = await screen.findByRole('button', { name: 'clicked 0' })
    await act(async () => button.click())
    await act(async () => kernel.apply(planOf(2, base, extra, plugin('other', []))))
    expect(screen.getByRole('button', { name: 'clicked 1' })).toBeTruthy()
  })

  it('whose script does not arrive show a card, for which nobody blames their plugin', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const lost = plugin('extra', [page('lost', '/lost')])
    // A reload, which would bring a new version's scripts, was tried already.
    const inTab = { spawnpoint_reloaded_at: '0' }
    const { kernel, platform } = await setUp('/lost', { plan: planOf(1, base, lost), inTab })
    const waitOutLeaving = () => act(() => platform.clock.advance(1_000))
    await waitOutLeaving()
    for (let time = 0; time < 3; time += 1) {
      const again = await screen.findByRole('button', { name: 'Try again' })
      await act(async () => again.click())
      await waitOutLeaving()
    }
    expect(await screen.findByText('Something went wrong here')).toBeTruthy()
    expect(kernel.gate.faults('extra')).toEqual([])
    expect(kernel.gate.isQuarantined('extra')).toBe(false)
  })

  it('[CON1] whose script does not arrive lead to the page for a lost connection, and back from there', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const lost = page('away', '/ws', { wellKnown: 'lost-connection', module: 'extra' })
    const extra = plugin('extra', [page('far', '/far'), lost])
    const { kernel, platform, path } = await setUp('/dashboard', { plan: planOf(1, base, extra) })
    isAway = true
    await act(async () => kernel.host.navigate('/far?tab=2'))
    await act(() => platform.clock.advance(1_000))
    expect(await screen.findByText('Page extra')).toBeTruthy()
    expect(path() + platform.address.url().search).toBe('/ws?from=%2Ffar%3Ftab%3D2')
    expect([connection.getState().isLost, kernel.gate.faults('extra')]).toEqual([true, []])
    isAway = false
    await act(async () => kernel.host.navigate('/far?tab=2'))
    expect(await screen.findByText('Page far')).toBeTruthy()
    connection.restore()
  })

  it('that crash are replaced by a card, and the fault is counted', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const crashing = plugin('extra', [page('crash', '/p/crash')])
    const { kernel } = await setUp('/p/crash', { plan: planOf(1, base, crashing) })
    expect(await screen.findByText('Something went wrong here')).toBeTruthy()
    expect(kernel.gate.faults('extra')).not.toHaveLength(0)
  })
})

describe('tools over the pages', () => {
  it('[BAR7] are not printed', () => {
    const sheet = readFileSync('sdk/ui/styles/print.css', 'utf8')
    expect(sheet).toMatch(/:is\([^)]*\.sp-overlays[^)]*\)[^{]*\{\s*display: none !important/)
  })

  it.each([
    ['paste on a Cyrillic keyboard', 'м', 'KeyV', false],
    ['the size of the text on AZERTY', 'à', 'Digit0', false],
    ['the debug panel on a Cyrillic keyboard', 'ш', 'KeyI', true],
  ])('[BAR5] take no key of the browser for themselves: %s', async (_name, key, code, isTaken) => {
    const load = vi.spyOn(signedInParts, 'load').mockRejectedValue(new TypeError('Failed to fetch'))
    await setUp('/auth/login', { signedIn: false })
    let isLeft = true
    await act(async () => {
      isLeft = fireEvent.keyDown(document.body, { key, code, ctrlKey: true })
    })
    expect([isLeft, load.mock.calls.length > 0]).toEqual([!isTaken, isTaken])
    load.mockRestore()
  })

  it('are asked for by a shortcut, and again by the next one when they did not arrive', async () => {
    const load = vi.spyOn(signedInParts, 'load').mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const retry = vi.spyOn(signedInParts, 'retry')
    await setUp('/auth/login', { signedIn: false })
    const heard: boolean[] = []
    const listen = ({ isTrusted, defaultPrevented }: KeyboardEvent) =>
      void heard.push(isTrusted || defaultPrevented)
    document.addEventListener('keydown', listen)
    const press = () =>
      act(async () => void fireEvent.keyDown(document.body, { key: 'i', code: 'KeyI', ctrlKey: true }))
    await press()
    expect([load.mock.calls.length, retry.mock.calls.length, heard]).toEqual([1, 1, [true]])
    await press()
    // The frame took both presses; once the tools are there, they hear the last one again.
    await waitFor(() => expect(heard).toEqual([true, true, false]))
    expect(retry).toHaveBeenCalledTimes(1)
    expect(document.querySelector('.sp-overlays')).not.toBeNull()
    document.removeEventListener('keydown', listen)
  })
})
