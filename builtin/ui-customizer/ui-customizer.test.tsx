// @vitest-environment jsdom
import { savePreferences } from '@spawnpoint/contracts/account'
import { writeOverlay } from '@spawnpoint/contracts/ui-customizer/schemas'
import { defaultUiSettings, uiSettingBounds, uiSettingChoices } from '@spawnpoint/sdk/browser'
import { renderPlugin, type TestBrowserHost } from '@spawnpoint/sdk/testing'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import AccountCard from './browser/account-card.tsx'
import ComponentsTab from './browser/components-tab.tsx'
import CustomizePage from './browser/customize-page.tsx'
import openPanel from './browser/open-panel.ts'
import PanelButton from './browser/panel-button.tsx'
import PanelHost from './browser/panel-host.tsx'
import { panel } from './browser/panel-store.ts'
import TransitionsTab from './browser/transitions-tab.tsx'
import manifest from './manifest.ts'

/** The storage of this browser, as far as the plugin uses it. */
function createCaches() {
  const kept = new Map<string, string>()
  const cache = {
    match: async (key: string) => (kept.has(key) ? new Response(kept.get(key)) : undefined),
    put: async (key: string, response: Response) => void kept.set(key, await response.text()),
    delete: async (key: string) => kept.delete(key),
  }
  return { kept, open: async () => cache }
}

let caches = createCaches()

beforeAll(() => {
  supportOverlays()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
beforeEach(() => {
  caches = createCaches()
  vi.stubGlobal('caches', caches)
  panel.setState(panel.getInitialState())
})
afterEach(cleanup)

const Home = () => (
  <>
    <PanelButton />
    <PanelHost />
    <AccountCard />
  </>
)

const plugin = {
  manifest,
  folder: import.meta.dirname,
  modules: {
    'customize-page': CustomizePage,
    // The type of a test's modules knows components only.
    'open-panel': openPanel as never,
    'panel-button': () => null,
    'panel-host': PanelHost,
    'account-card': AccountCard,
    'transitions-tab': TransitionsTab,
    'components-tab': ComponentsTab,
  },
}

const person = { user: { uuid: 'ada' } }
const prepare = ({ server }: TestBrowserHost) => server.answer(savePreferences, () => ({}))

const open = async () => {
  const app = await renderPlugin(plugin, { at: '/customize', person, prepare })
  await waitFor(() => control('Fade'))
  // The panel's host comes with the tools over the pages, once the browser has time.
  await waitFor(() => expect(panel.getState().isReady).toBe(true))
  return app
}

const openComponents = async () => {
  const app = await open()
  click('UI Components')
  // On a busy machine the tab's module arrives only after the place that waits for it has been drawn.
  await waitFor(async () => {
    await act(() => app.clock.advance(100))
    group('Sidebar')
  })
  return app
}

/** A page that has the ways into the panel, and the panel. */
const openHome = async (options: object = {}) => {
  const app = await renderPlugin(
    { ...plugin, modules: { ...plugin.modules, 'customize-page': Home, 'panel-host': () => null } },
    { at: '/customize', person, prepare, ...options },
  )
  await waitFor(() => expect(findButton('Customize')).toBeTruthy())
  return app
}

// Roles are computed too slowly in jsdom for a page of so many controls, so controls are found by their names alone.
const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent
const findButton = (name: string) =>
  [...document.querySelectorAll('button')].find((button) => nameOf(button) === name)
const click = (name: string): void => {
  const button = findButton(name)
  if (!button) throw new Error(`no button ${name}`)
  button.focus()
  fireEvent.click(button)
}
const control = (label: string, inside: ParentNode = document): HTMLInputElement => {
  const found = [...inside.querySelectorAll('label')].find(({ textContent }) => textContent === label)
  if (!found?.control) throw new Error(`no control ${label}`)
  return found.control as HTMLInputElement
}
const change = (label: string, value: string, inside: ParentNode = document): void =>
  void fireEvent.change(control(label, inside), { target: { value } })
const group = (name: string): Element => {
  const found = [...document.querySelectorAll('h3')].find(({ textContent }) => textContent === name)
  const section = found?.closest('section')
  if (!section) throw new Error(`no group ${name}`)
  return section
}
const panelElement = () => document.querySelector('section[aria-label="UI Customization"]')
const panelShown = () =>
  waitFor(() => {
    const found = panelElement()
    if (!found) throw new Error('no panel')
    return found
  })

it('[CUS1] opens from the top bar, the menu entry and the account page, and closes with Escape', async () => {
  const app = await openHome()
  const buttons = [...document.querySelectorAll('button')].filter((button) => nameOf(button) === 'Customize')
  expect(buttons).toHaveLength(2)
  for (const each of buttons) {
    each.focus()
    fireEvent.click(each)
    expect(await panelShown()).toBe(document.activeElement)
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    expect(panelElement()).toBeNull()
    expect(document.activeElement).toBe(each)
  }
  const entry = app.host.menu('account').getState()[0]
  if (!entry) throw new Error('no entry in the menu of the account')
  await act(() => app.host.openEntry(entry))
  await panelShown()
  expect(app.path()).toBe('/customize')
})

it('[CUS1] leaves the focus on the page where it has gone meanwhile', async () => {
  await openHome()
  const way = findButton('Customize')
  way?.focus()
  await act(async () => panel.setState({ isOpen: true }))
  expect(await panelShown()).toBe(document.activeElement)
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await act(async () => panel.setState({ isOpen: false }))
  expect(document.activeElement).toBe(field)
  field.remove()
})

it('[OVL17] keeps the focus on the button that has put a group back', async () => {
  await openComponents()
  fireEvent.click(control('Compact mode'))
  const reset = findButton('Reset Sidebar')
  expect(reset?.ariaDisabled).toBeNull()
  click('Reset Sidebar')
  expect(document.activeElement).toBe(reset)
  expect([reset?.disabled, reset?.ariaDisabled]).toEqual([false, 'true'])
})

it('[CUS1] is not offered to visitors', async () => {
  const routes = manifest.contributes.routes.map((route) => ({ ...route, area: 'public' as const }))
  const open = { ...manifest, contributes: { ...manifest.contributes, routes, nav: [] } }
  const modules = { ...plugin.modules, 'customize-page': PanelButton }
  await renderPlugin({ ...plugin, manifest: open, modules }, { at: '/customize', person: null })
  expect(findButton('Customize')).toBeUndefined()
})

it('[CUS2] shows each change at once and saves once per pause', async () => {
  const app = await openComponents()
  for (const index of ['10', '5', '0']) change('Background opacity', index, group('Sidebar'))
  fireEvent.click(control('Compact mode'))
  expect(app.host.uiSettings.getState().sidebar).toMatchObject({ backgroundOpacity: 0.1, compactMode: true })
  await act(() => app.clock.advance(799))
  expect(app.server.calls(savePreferences)).toHaveLength(0)
  await act(() => app.clock.advance(1))
  await waitFor(() => expect(panel.getState().saving).toBe('saved'))
  const { sidebar } = app.host.uiSettings.getState()
  // Only what changed: another device may have saved the rest.
  expect(app.server.calls(savePreferences).map(({ body }) => body)).toEqual([{ uiSettings: { sidebar } }])
})

it('[CUS2] saves what still waits when the panel closes, and says when it could not', async () => {
  const app = await openHome({ prepare: () => undefined })
  await act(async () => panel.setState({ isOpen: true }))
  await waitFor(() => control('Flip'))
  await waitFor(() => expect(panel.getState().isReady).toBe(true))
  fireEvent.click(control('Flip'))
  app.server.refuse(savePreferences, { code: 'RATE_LIMITED', status: 429 })
  fireEvent.keyDown(control('Flip'), { key: 'Escape' })
  await waitFor(() => expect(app.server.calls(savePreferences)).toHaveLength(1))
  await waitFor(() => expect(panel.getState().saving).toBe('failed'))
})

it('[CUS3] keeps changes in this browser alone where the person wants that, whatever the account says later', async () => {
  const app = await open()
  change('Where to save', 'device')
  await waitFor(() => expect([...caches.kept.keys()]).toEqual(['/ui-customizer/ada']))
  fireEvent.click(control('Rotate'))
  await act(() => app.clock.advance(800))
  await waitFor(() => expect(caches.kept.get('/ui-customizer/ada')).toContain('"transition":"rotate"'))
  expect(app.server.calls(savePreferences)).toHaveLength(0)
  cleanup()
  const later = await openHome()
  await waitFor(() => expect(later.host.storage.get('preferredTransition')).toBe('rotate'))
  expect(panel.getState().scope).toBe('device')
  cleanup()
  await openHome({ person: { user: { uuid: 'grace' } } })
  await waitFor(() => expect(panel.getState().scope).toBe('account'))
})

it('[CUS3] gives the choice back to the account', async () => {
  const kept = JSON.stringify({ settings: { sidebar: { compactMode: true } }, transition: 'flip' })
  caches.kept.set('/ui-customizer/ada', kept)
  panel.setState({ scope: 'device' })
  const app = await open()
  change('Where to save', 'account')
  await waitFor(() => expect(app.server.calls(savePreferences)).toHaveLength(1))
  await waitFor(() => expect(caches.kept.size).toBe(0))
})

const bodies = ({ server }: TestBrowserHost) => server.calls(savePreferences).map(({ body }) => body)
const theme = (app: TestBrowserHost, chosen: 'dark' | 'light') =>
  act(async () => app.host.uiSettings.setState({ theme: chosen }))
const pause = (app: TestBrowserHost) => act(() => app.clock.advance(800))
const device = (settings: object, transition = 'fade') =>
  caches.kept.set('/ui-customizer/ada', JSON.stringify({ settings, transition }))
const ready = () => waitFor(() => expect(panel.getState().isReady).toBe(true))

it('[CUS3] saves changes that are made outside the panel, where the person keeps settings', async () => {
  const app = await openHome()
  await ready()
  await theme(app, 'dark')
  await pause(app)
  await waitFor(() => expect(bodies(app)).toEqual([{ uiSettings: { theme: 'dark' } }]))
  cleanup()
  device({ theme: 'dark' })
  const later = await openHome()
  await ready()
  await theme(later, 'light')
  await pause(later)
  await waitFor(() => expect(caches.kept.get('/ui-customizer/ada')).toContain('"theme":"light"'))
  expect(bodies(later)).toEqual([])
})

it('[CUS3] keeps a change that a reload followed at once', async () => {
  device({ theme: 'dark', sidebar: { ...defaultUiSettings.sidebar, compactMode: true } })
  const app = await openHome()
  await ready()
  await theme(app, 'light')
  const entries = Object.fromEntries(app.host.storage.entries())
  // The page that ends saves after all; a reload may have been faster.
  cleanup()
  await waitFor(() => expect(caches.kept.get('/ui-customizer/ada')).toContain('"theme":"light"'))
  caches = createCaches()
  vi.stubGlobal('caches', caches)
  device({ theme: 'dark', sidebar: { ...defaultUiSettings.sidebar, compactMode: true } })
  const later = await openHome({ storage: entries })
  await ready()
  expect(later.host.uiSettings.getState()).toMatchObject({ theme: 'light', sidebar: { compactMode: true } })
  await pause(later)
  await waitFor(() => expect(caches.kept.get('/ui-customizer/ada')).toContain('"theme":"light"'))
})

it('[CUS3] is not ended by another tab that was open before it was chosen', async () => {
  const app = await openHome()
  await ready()
  device({ theme: 'dark' })
  const stored = JSON.stringify({ ...app.host.uiSettings.getState(), theme: 'dark' })
  app.host.storage.set('ui-settings', stored)
  await act(async () => app.kernel.uiSettings.reload())
  expect(app.host.uiSettings.getState().theme).toBe('dark')
  await pause(app)
  expect(caches.kept.get('/ui-customizer/ada')).not.toContain('sidebar')
  await act(async () => app.host.uiSettings.setState({ singleKeyShortcuts: false }))
  await pause(app)
  await waitFor(() => expect(caches.kept.get('/ui-customizer/ada')).toContain('"singleKeyShortcuts":false'))
  expect(bodies(app)).toEqual([])
  expect(panel.getState().scope).toBe('device')
})

it('[CUS3] stays with the browser until the account has taken the settings', async () => {
  device({})
  const app = await openHome({ prepare: () => undefined })
  await ready()
  await act(async () => panel.setState({ isOpen: true }))
  await waitFor(() => control('Where to save'))
  app.server.refuse(savePreferences, { code: 'RATE_LIMITED', status: 429 })
  change('Where to save', 'account')
  await waitFor(() => expect(panel.getState()).toMatchObject({ saving: 'failed', scope: 'device' }))
  expect(caches.kept.size).toBe(1)
})

it('[CUS20] saves no setting that this device alone replaces, and replaces it again in what it brings back', async () => {
  const app = await openHome()
  await ready()
  const { sidebar } = defaultUiSettings
  writeOverlay(app.host.storage, [{ group: 'sidebar', field: 'glassEffect', own: true, here: false }])
  await act(async () => app.host.uiSettings.setState({ sidebar: { ...sidebar, glassEffect: false } }))
  await pause(app)
  expect(bodies(app)).toEqual([])
  const compact = { ...sidebar, glassEffect: false, compactMode: true }
  await act(async () => app.host.uiSettings.setState({ sidebar: compact }))
  await pause(app)
  await waitFor(() =>
    expect(bodies(app)).toEqual([{ uiSettings: { sidebar: { ...compact, glassEffect: true } } }]),
  )
  const entries = Object.fromEntries(app.host.storage.entries())
  cleanup()
  device({ sidebar: { ...sidebar, glassEffect: true } })
  const later = await openHome({ storage: entries })
  await ready()
  expect(later.host.uiSettings.getState().sidebar.glassEffect).toBe(false)
})

it('[CUS3] leaves the settings of a customer alone in whose place staff act', async () => {
  device({ theme: 'light' })
  const app = await openHome({ person: { user: { uuid: 'ada', impersonated: true } } })
  await theme(app, 'dark')
  await pause(app)
  expect(bodies(app)).toEqual([])
  expect(caches.kept.get('/ui-customizer/ada')).toContain('light')
})

it.each([
  ['Dropdown', 'dropdown'],
  ['Sidebar', 'sidebar'],
  ['Top navigation', 'topNav'],
  ['Notifications', 'notifications'],
  ['Skin viewer', 'skinViewer'],
  ['Lists', 'lists'],
] as const)(
  '[CUS4] %s offers every setting of its group, within its bounds, and is put back by itself',
  async (name, key) => {
    const app = await openComponents()
    const labels = app.host.i18n.getResource('en', 'ui-customizer', 'fields') as Record<string, string>
    const inside = group(name)
    for (const [field, usual] of Object.entries(defaultUiSettings[key])) {
      const label = labels[field] ?? ''
      const now = () => (app.host.uiSettings.getState()[key] as unknown as Record<string, unknown>)[field]
      expect(now()).toBe(usual)
      if (typeof usual === 'boolean') {
        fireEvent.click(control(label, inside))
        expect(now()).toBe(!usual)
      } else if (typeof usual === 'number') {
        const { min, max } = uiSettingBounds[field as keyof typeof uiSettingBounds]
        change(label, control(label, inside).max, inside)
        expect(now()).toBe(max)
        change(label, '0', inside)
        expect(now()).toBe(min)
      } else {
        const list: readonly string[] = uiSettingChoices[field as keyof typeof uiSettingChoices]
        for (const each of [...list, list.find((other) => other !== usual) ?? '']) {
          change(label, each, inside)
          expect(now()).toBe(each)
        }
      }
    }
    const performance = { ...defaultUiSettings.performance, frameRateLimit: 144 }
    await act(async () => app.host.uiSettings.setState({ performance }))
    const before = app.host.uiSettings.getState()
    click(`Reset ${name}`)
    expect(app.host.uiSettings.getState()).toEqual({ ...before, [key]: defaultUiSettings[key] })
  },
)

it('[CUS9] remembers the page transition and plays it on the page behind', async () => {
  const app = await open()
  const page = document.querySelector('.page-frame > div')
  fireEvent.click(control('Slide up'))
  expect(app.host.storage.get('preferredTransition')).toBe('slide-up')
  expect(page?.className).toBe('page-transition page-slide-up')
  change('Transition speed', '0')
  expect(app.host.uiSettings.getState().performance.transitionSpeed).toBe(0.5)
  click('Reset transitions')
  expect(app.host.uiSettings.getState().performance.transitionSpeed).toBe(4.5)
  expect(app.host.storage.get('preferredTransition')).toBe('fade')
})

const choose = (action: string): void => {
  click('More')
  const items = [...document.querySelectorAll('[role=menuitem]')]
  fireEvent.click(items.find(({ textContent }) => textContent === action) ?? document.body)
}

it('[CUS10] resets everything after a question, but for theme and shortcuts', async () => {
  const app = await open()
  await act(async () =>
    app.host.uiSettings.setState({
      theme: 'light',
      sidebar: { ...defaultUiSettings.sidebar, compactMode: true },
    }),
  )
  fireEvent.click(control('Flip'))
  choose('Reset everything')
  expect(app.host.uiSettings.getState().sidebar.compactMode).toBe(true)
  await waitFor(() => {
    const answers = [...document.querySelectorAll('dialog button')]
    const yes = answers.find(({ textContent }) => textContent === 'Reset everything')
    if (!yes) throw new Error('no question')
    fireEvent.click(yes)
  })
  await waitFor(() =>
    expect(app.host.uiSettings.getState()).toEqual({ ...defaultUiSettings, theme: 'light' }),
  )
  expect(app.host.storage.get('preferredTransition')).toBe('fade')
  expect(control('Fade').checked).toBe(true)
})

it('[CUS11] gives a code that brings the same settings to another browser', async () => {
  const app = await open()
  const changed = {
    ...defaultUiSettings,
    topNav: { ...defaultUiSettings.topNav, showSearchBar: false },
    performance: { ...defaultUiSettings.performance, frameRateLimit: 144 },
  }
  await act(async () => app.host.uiSettings.setState(changed))
  fireEvent.click(control('Flip'))
  choose('Export and share')
  const code = await waitFor(() => control('Share code').value)
  expect(code).toMatch(/^UI1\.[\w-]{40,400}$/)
  cleanup()
  const other = await open()
  choose('Import')
  await waitFor(() => change('Share code', code))
  click('Apply settings')
  await waitFor(() => expect(other.host.uiSettings.getState()).toEqual(changed))
  expect(other.host.storage.get('preferredTransition')).toBe('flip')
})

it('[CUS12] refuses a file with the reasons, and changes nothing', async () => {
  const app = await open()
  choose('Import')
  const file = {
    kind: 'ui-settings',
    version: 1,
    author: 'ada',
    transition: 'explode',
    settings: {
      sidebar: { backgroundOpacity: 0.12, compactMode: 'yes', width: 4 },
      background: { picture: 'https://evil.example/x.png' },
    },
  }
  const input = await waitFor(() => {
    const found = document.querySelector('input[type=file]')
    if (!found) throw new Error('no place for a file')
    return found
  })
  const files = [new File([JSON.stringify(file)], 'ui-settings.json', { type: 'application/json' })]
  fireEvent.change(input, { target: { files } })
  await waitFor(() => expect(document.body.textContent).toContain('Nothing was changed'))
  for (const reason of [
    'sidebar.backgroundOpacity must be a number from 0.1 to 1 in steps of 0.05.',
    'sidebar.compactMode must be true or false.',
    'sidebar.width is not a setting.',
    'author is not a setting.',
    'background.picture has an invalid value.',
    'transition must be one of: fade',
  ])
    expect(document.body.textContent).toContain(reason)
  expect(app.host.uiSettings.getState()).toEqual(defaultUiSettings)
  change('Share code', 'UI1.???')
  click('Apply settings')
  expect(document.body.textContent).toContain('This is not a share code or settings file')
})
