// @vitest-environment jsdom
import { defineManifest } from '@spawnpoint/sdk/manifest'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { drawInTopBar } from '../testing.ts'
import Search from './search.tsx'

beforeAll(() => {
  supportOverlays()
  // jsdom has no layout to watch and none to scroll in.
  class Watched {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Watched)
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(cleanup)

const page = (id: string, wellKnown?: 'home') =>
  ({
    id,
    path: `/p/acme/${id}`,
    area: 'public',
    module: 'page',
    title: id,
    ...(wellKnown && { wellKnown }),
  }) as const

const manifest = defineManifest({
  id: 'acme',
  version: '1.0.0',
  title: 'Acme',
  description: 'A fixture',
  capabilities: [],
  modules: { page: 'browser/page.tsx' },
  contributes: {
    routes: [page('start', 'home'), page('notes')],
    commands: [{ id: 'notes', title: 'Open the notes', route: 'notes', shortcut: 'Control+Shift+U' }],
  },
})
const plugins = [{ manifest, folder: import.meta.dirname, modules: { page: () => null } }]

it('[BAR5] goes by the place of a key on keyboards without Latin letters', async () => {
  const app = await drawInTopBar(<Search />, { plugins })
  const press = (key: string, code: string) => fireEvent.keyDown(document.body, { key, code, ctrlKey: true })
  expect(press('м', 'KeyV')).toBe(true)
  expect(press('в', 'KeyD')).toBe(false)
  await vi.waitFor(() => expect(app.path()).toBe('/p/acme/start'))
})

// The first one: the palette is loaded once for all of them.
it('[BAR3] keeps what is typed while the palette loads, and takes it from no field of the page', async () => {
  await drawInTopBar(
    <>
      <Search />
      <input aria-label="Name" />
    </>,
    { plugins },
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  field.focus()
  fireEvent.keyDown(field, { key: 'k', ctrlKey: true })
  const isLeftToField = ['n', 'o', 'x', 'Backspace'].map((key) => fireEvent.keyDown(field, { key }))
  expect(isLeftToField).toEqual([false, false, false, false])
  expect((await screen.findByRole<HTMLInputElement>('combobox')).value).toBe('no')
  expect(fireEvent.keyDown(screen.getByRole('combobox'), { key: 't' })).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(fireEvent.keyDown(field, { key: 'n' })).toBe(true)
})

it.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}'])(
  'opens the palette at %s, for visitors too',
  async (keys) => {
    await drawInTopBar(<Search />, { plugins, person: null })
    expect(screen.queryByRole('button', { name: 'Search…' })).toBeNull()
    await userEvent.keyboard(keys)
    expect(await screen.findByRole('option', { name: /^Open the notes/ })).toBeTruthy()
  },
)

it('lists the shortcuts at "?", those of commands included, and leaves the key to fields', async () => {
  await drawInTopBar(
    <>
      <Search />
      <input aria-label="Name" />
    </>,
    { plugins },
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'who?')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('who?')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(document.body)
  await userEvent.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(dialog.textContent).toContain('Open the notes (From the plugin Acme)CtrlShiftU')
})

it('names the key of a shortcut as a Mac does on one', async () => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
  await drawInTopBar(<Search />, { plugins })
  expect(screen.getAllByRole('button', { name: /Search/ })[0]?.textContent).toContain('⌘ K')
  vi.restoreAllMocks()
})

it('[BAR8] has no button where somebody hid it, and answers to its keys as before', async () => {
  const app = await drawInTopBar(<Search />, { plugins })
  const buttons = () => screen.queryAllByRole('button', { name: /Search/ })
  expect(buttons()).not.toEqual([])
  const { topNav } = app.host.uiSettings.getState()
  await act(async () => app.host.uiSettings.setState({ topNav: { ...topNav, showSearchBar: false } }))
  expect(buttons()).toEqual([])
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('combobox')).toBeTruthy()
})

it('[BAR2] leaves "?" alone for those who turned single-key shortcuts off', async () => {
  const app = await drawInTopBar(<Search />, { plugins })
  const isLeftAlone = () => fireEvent.keyDown(document.body, { key: '?' })
  app.host.uiSettings.setState({ singleKeyShortcuts: false })
  expect(isLeftAlone()).toBe(true)
  app.host.uiSettings.setState({ singleKeyShortcuts: true })
  expect(isLeftAlone()).toBe(false)
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
})

it.each([
  ['{Control>}d{/Control}', '/p/acme/start'],
  ['{Control>}{Shift>}u{/Shift}{/Control}', '/p/acme/notes'],
  ['{Control>}u{/Control}', '/'],
])('answers to %s with %s', async (keys, path) => {
  const app = await drawInTopBar(<Search />, { plugins })
  await userEvent.keyboard(keys)
  await expect.poll(app.path).toBe(path)
})

it.each([
  ['en', 'Ctrl K'],
  ['de', 'Strg K'],
] as const)('[BAR9] names the control key as keyboards do, in %s', async (locale, keys) => {
  await drawInTopBar(<Search />, { plugins, locale })
  expect(await screen.findByText(keys)).toBeTruthy()
})
