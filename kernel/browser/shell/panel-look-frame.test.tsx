// @vitest-environment jsdom
import { defaultUiSettings } from '@spawnpoint/sdk/browser'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { App } from '../app/app.tsx'
import { createKernel } from '../create-kernel.ts'
import { planPlugin } from '../plan-plugin.testing.ts'
import { PanelLookFrame } from './panel-look-frame.tsx'

afterEach(cleanup)

const names = ['--panel-opacity', '--panel-blur', '--panel-glow', '--panel-animation'] as const

const look = (group: 'sidebar' | 'topNav', over: object = {}) => {
  const { container } = render(
    <PanelLookFrame look={{ ...defaultUiSettings[group], ...over }} className="frame">
      <aside className="sp-glass" />
    </PanelLookFrame>,
  )
  const frame = container.querySelector<HTMLElement>('.frame')
  if (!frame?.querySelector('.sp-glass')) throw new Error('no panel inside its frame')
  return names.map((name) => frame.style.getPropertyValue(name))
}

it.each(['sidebar', 'topNav'] as const)(
  '[CUS16] gives %s its own opacity, glass, glow and entrance',
  (group) => {
    expect(look(group)).toEqual(['95%', 'blur(12px) saturate(1.2)', '45%', 'panel-fade'])
    expect(
      look(group, {
        backgroundOpacity: 0.3,
        glassEffect: false,
        borderGlow: false,
        animationStyle: 'bounce',
      }),
    ).toEqual(['30%', 'none', '0%', 'panel-bounce'])
  },
)

it('[CUS16] draws menu and bar by those properties, and by no others of the page', () => {
  const sheet = readFileSync('sdk/ui/styles/effects.css', 'utf8')
  const rules = [...sheet.matchAll(/(\.sp-glass:not\(\.sp-card\)[^{]*)\{([^}]*)\}/g)]
  const drawn = rules.map(([, , body]) => body).join('')
  for (const name of names) expect(drawn).toContain(`var(${name})`)
  expect(drawn).not.toMatch(/--(?:dropdown|toast)-/)
  const motion = readFileSync('sdk/ui/styles/motion.css', 'utf8') + sheet
  for (const style of ['fade', 'slide', 'scale', 'bounce'])
    expect(motion).toContain(`@keyframes panel-${style} {`)
})

const home = planPlugin('base', {
  contributes: {
    routes: [
      { id: 'home', path: '/dashboard', area: 'user', module: 'home', title: 'Home', wellKnown: 'home' },
      { id: 'away', path: '/away', area: 'user', module: 'away', title: 'Away' },
    ],
    nav: [
      { area: 'user', route: 'home', label: 'Home', icon: 'House', group: 'main', order: 1 },
      {
        area: 'user',
        route: 'away',
        label: 'Away',
        icon: 'Link',
        group: 'tours',
        order: 2,
        badge: 'open_tours',
        badgeLabel: 'open:',
      },
    ],
  },
})

const open = async (away = async () => ({ default: () => <h1>Away</h1> }), stats: object = {}) => {
  window.scrollTo = vi.fn()
  const platform = createMemoryPlatform({
    url: 'https://dash.example.com/dashboard',
    cookies: { user_token: 'x' },
    fetch: async () => Response.json({ success: true, user_info: {}, billing: {}, stats, permissions: [] }),
  })
  const kernel = createKernel({
    platform,
    chunks: { en: async () => ({ default: {} }) },
    modules: {
      builtin: {
        base: { home: async () => ({ default: () => <a href="/away">Go</a> }), away },
      },
      isListed: () => true,
      importModule: () => Promise.reject(new Error('none')),
    },
    showDialog: async () => undefined,
    log: () => undefined,
  })
  await kernel.messages.start()
  kernel.apply({ version: 1, plugins: [home], settings: {}, safeMode: false })
  const started = kernel.session.start()
  await act(async () => {
    render(<App kernel={kernel} />)
    await platform.clock.advance(10_000)
    await started
  })
  return kernel
}

it('[CUS4] shows only the icons of the menu in compact mode', async () => {
  const kernel = await open()
  await waitFor(() => expect(document.querySelector('.shell')).toBeTruthy())
  expect(document.querySelector('.shell-compact')).toBeNull()
  const { sidebar } = defaultUiSettings
  await act(async () => kernel.uiSettings.setState({ sidebar: { ...sidebar, compactMode: true } }))
  expect(document.querySelector('.shell-compact')).toBeTruthy()
  expect(readFileSync('kernel/browser/shell/shell.css', 'utf8')).toMatch(/\.shell-compact[^{]*\{/)
})

it('[CUS4] loads a page when its link is pointed at, unless network optimization is off', async () => {
  const away = vi.fn(async () => ({ default: () => <h1>Away</h1> }))
  const kernel = await open(away)
  const link = await screen.findByRole('link', { name: 'Go' })
  const { performance } = defaultUiSettings
  kernel.uiSettings.setState({ performance: { ...performance, networkOptimization: false } })
  fireEvent.pointerOver(link)
  expect(away).not.toHaveBeenCalled()
  kernel.uiSettings.setState({ performance })
  fireEvent.pointerOver(link)
  await waitFor(() => expect(away).toHaveBeenCalledOnce())
})

it('[CUS16] follows the settings of the sidebar in the menu, and those of the top bar in the bar, at once', async () => {
  const kernel = await open()
  const opacityAround = (panel: string) =>
    document
      .querySelector<HTMLElement>(`.${panel}.sp-glass`)
      ?.parentElement?.style.getPropertyValue('--panel-opacity')
  await waitFor(() => expect(opacityAround('shell-side')).toBe('95%'))
  const { sidebar, topNav } = defaultUiSettings
  await act(async () =>
    kernel.uiSettings.setState({
      sidebar: { ...sidebar, backgroundOpacity: 0.2 },
      topNav: { ...topNav, backgroundOpacity: 0.7 },
    }),
  )
  expect([opacityAround('shell-side'), opacityAround('shell-top')]).toEqual(['20%', '70%'])
})

it('[OVL18] the menu is one landmark, and its groups are lists with names, without headings or regions before those of the page', async () => {
  await open()
  const side = await waitFor(() => screen.getByText('tours').closest<HTMLElement>('.shell-side'))
  if (!side) throw new Error('no menu')
  const landmarks = ['navigation', 'complementary', 'region', 'search', 'form'].flatMap((role) =>
    within(side).queryAllByRole(role),
  )
  expect(landmarks).toEqual([side.querySelector('nav')])
  expect(side.closest('aside, header, footer, main, section')).toBeNull()
  expect(screen.queryByRole('complementary')).toBeNull()
  const menu = within(side)
  const lists = menu.getAllByRole('list').map((list) => list.getAttribute('aria-label'))
  expect(lists).toEqual(['main', 'tours'])
  expect(menu.getByText('tours').getAttribute('aria-hidden')).toBe('true')
  expect([...menu.queryAllByRole('heading'), ...menu.queryAllByRole('region')]).toEqual([])
})

it('scrolls a long menu to the entry of the open page', async () => {
  const scrolled: (string | null)[] = []
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolled.push(this.textContent)
  }
  await open()
  await waitFor(() => expect(scrolled.at(-1)).toBe('Home'))
  const [side] = screen.getAllByRole('link', { name: 'Away' })
  if (!side) throw new Error('no entry')
  fireEvent.click(side)
  await waitFor(() => expect(scrolled.at(-1)).toBe('Away'))
})

it('[ANN20] a number in the menu says what it counts, and nothing where there is none', async () => {
  await open(undefined, { open_tours: 7 })
  const away = async () => within(await screen.findByRole('list', { name: 'tours' })).getByRole('link')
  expect(within(await away()).getByText('open:').parentElement?.textContent).toBe('Away open: 7')
  cleanup()
  await open(undefined, { open_tours: 0 })
  expect((await away()).textContent).toBe('Away')
})
