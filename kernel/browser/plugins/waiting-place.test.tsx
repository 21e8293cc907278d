// @vitest-environment jsdom
import { Slot, useContributions, useT } from '@spawnpoint/sdk/browser'
import { defineManifest } from '@spawnpoint/sdk/manifest'
import { renderPlugin, type TestBrowserHost } from '@spawnpoint/sdk/testing'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { use, type ComponentType } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const limitMs = 20_000
const quietMs = 1000
const card = 'Something went wrong here'
const waits = /This is taking too long/

const manifest = defineManifest({
  id: 'acme',
  version: '1.0.0',
  title: 'Acme',
  description: 'A fixture',
  capabilities: [],
  modules: { page: 'browser/page.tsx', part: 'browser/part.tsx' },
  contributes: {
    routes: [{ id: 'acme', path: '/p/acme', area: 'user', module: 'page', title: 'Acme' }],
    slots: [{ slot: 'dashboard.before', module: 'part' }],
    widgets: [{ id: 'cell', title: 'Cell', size: 'small', module: 'part' }],
    debugTabs: [{ id: 'tab', title: 'Tab', module: 'part' }],
  },
})
const places = defineManifest({
  id: 'places',
  version: '1.0.0',
  title: 'Places',
  description: 'A fixture',
  capabilities: [],
  modules: { page: 'browser/page.tsx' },
  contributes: {
    routes: [{ id: 'places', path: '/p/places', area: 'user', module: 'page', title: 'Places' }],
  },
})

const folder = import.meta.dirname
const Nothing = () => null
const never = new Promise<never>(() => undefined)
const Waiting = () => use(never)

const Widgets = () => useContributions('widget', '').map(({ id, Component }) => <Component key={id} />)
const Tabs = () => useContributions('debug-tab', '').map(({ id, Component }) => <Component key={id} />)
const kinds: Readonly<Record<string, ComponentType>> = {
  slot: () => <Slot name="dashboard.before" />,
  widget: Widgets,
  tab: Tabs,
}

const pass = (app: TestBrowserHost, ms: number) => act(() => app.clock.advance(ms))

/** When each place began to wait, unless what it waited for came. What lies before that takes real time. */
const begun = new Map<number, number>()

const prepare = ({ clock }: TestBrowserHost) => {
  const { setTimeout, clearTimeout } = clock
  vi.spyOn(clock, 'setTimeout').mockImplementation((run, ms) => {
    const timer = setTimeout(run, ms)
    if (ms === quietMs) begun.set(timer, clock.now())
    return timer
  })
  vi.spyOn(clock, 'clearTimeout').mockImplementation((timer) => {
    begun.delete(timer)
    clearTimeout(timer)
  })
}

/** To a moment of the place that began to wait as the nth. */
const passTo = async (app: TestBrowserHost, ms: number, nth = 1) => {
  await waitFor(() => expect(begun.size).toBe(nth))
  await pass(app, ([...begun.values()][nth - 1] ?? 0) + ms - app.clock.now())
}

const openPage = (page: ComponentType) =>
  renderPlugin({ manifest, folder, modules: { page, part: Nothing } }, { at: '/p/acme', prepare })

const openPart = async (kind: string, part: ComponentType) => {
  const Place = kinds[kind] ?? Nothing
  const page = () => (
    <>
      <h1>The page around it</h1>
      <Place />
    </>
  )
  const app = await renderPlugin(
    { manifest: places, folder, modules: { page } },
    { at: '/p/places', beside: [{ manifest, folder, modules: { page: Nothing, part } }], prepare },
  )
  await screen.findByText('The page around it')
  return app
}

const skeletons = () => document.querySelectorAll('.sp-skeleton').length
const faultsOf = (app: TestBrowserHost) => app.faults('acme').map(String)
const tooLong = (module: string) =>
  `Error: E_RENDER_TIME acme: its module "${module}" waited 20 s for something that did not come`

beforeEach(() => {
  begun.clear()
  // React tells of every fault that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('[RTP13] a page that waits for ever ends as a card that says so, and counts as a fault', async () => {
  const app = await openPage(Waiting)
  const traced: unknown[] = []
  app.kernel.gate.subscribe((entry) => void traced.push(entry))
  await passTo(app, limitMs - 1)
  expect(skeletons()).toBeGreaterThan(0)
  expect(screen.queryByText(card)).toBeNull()
  await pass(app, 1)
  expect(screen.getByText(card)).toBeTruthy()
  expect(screen.getByText(waits)).toBeTruthy()
  expect(faultsOf(app)).toEqual([tooLong('page')])
  // The event shown by the debug panel.
  const told = { owner: 'acme', effect: 'module page', outcome: 'reported' }
  expect(traced).toContainEqual(
    expect.objectContaining({ ...told, detail: expect.stringContaining('E_RENDER_TIME acme') }),
  )
})

it('[RTP13] a page that waited three times in a row is switched off in the tab', async () => {
  const app = await openPage(Waiting)
  for (const time of [1, 2]) {
    await passTo(app, limitMs, time)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  }
  await passTo(app, limitMs, 3)
  expect(screen.getByText(/It failed several times/)).toBeTruthy()
  expect(app.kernel.gate.isQuarantined('acme')).toBe(true)
})

it('[RTP13] a page that is slow and then comes is not harmed, and may wait again', async () => {
  let late = Promise.withResolvers<string>()
  const Slow = () => {
    useT()
    return <p>{use(late.promise)}</p>
  }
  const app = await openPage(Slow)
  await passTo(app, limitMs - 1)
  await act(async () => late.resolve('here at last'))
  await pass(app, limitMs * 2)
  expect(screen.getByText('here at last')).toBeTruthy()
  late = Promise.withResolvers<string>()
  await act(async () => app.kernel.host.setLocale('DE'))
  await passTo(app, limitMs - 1, 2)
  await act(async () => late.resolve('and once more'))
  await pass(app, limitMs * 2)
  expect(screen.getByText('and once more')).toBeTruthy()
  expect(faultsOf(app)).toEqual([])
})

it.each(Object.keys(kinds))(
  '[RTP13] a %s that waits for ever holds its place, then says so; the page around it stays',
  async (kind) => {
    const app = await openPart(kind, Waiting)
    await passTo(app, quietMs - 1)
    expect(skeletons()).toBe(0)
    await pass(app, 1)
    expect(skeletons()).toBeGreaterThan(0)
    await passTo(app, limitMs - 1)
    expect(screen.queryByText(card)).toBeNull()
    await pass(app, 1)
    expect(screen.getByText(card)).toBeTruthy()
    expect(screen.getByText(waits)).toBeTruthy()
    expect(screen.getByText('The page around it')).toBeTruthy()
    expect(faultsOf(app)).toEqual([tooLong('part')])
    for (const time of [2, 3]) {
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
      await passTo(app, limitMs, time)
    }
    expect(app.kernel.gate.isQuarantined('acme')).toBe(true)
    expect(screen.queryByText(card)).toBeNull()
    expect(screen.getByText('The page around it')).toBeTruthy()
  },
)

it('[RTP13] a tool that floats over every page and waits for ever takes no room below it', async () => {
  const floating = {
    ...manifest,
    contributes: { ...manifest.contributes, slots: [{ slot: 'shell.overlay', module: 'part' }] },
  }
  const modules = { page: () => <h1>The page below it</h1>, part: Waiting }
  const app = await renderPlugin({ manifest: floating, folder, modules }, { at: '/p/acme', prepare })
  await screen.findByText('The page below it')
  await passTo(app, limitMs - 1)
  expect(skeletons()).toBe(0)
  await pass(app, 1)
  expect(screen.queryByText(card)).toBeNull()
  expect(screen.getByText('The page below it')).toBeTruthy()
  expect(faultsOf(app)).toEqual([tooLong('part')])
})

it('[RTP13] nothing is left to wait when the plugin leaves meanwhile', async () => {
  const app = await openPart('slot', Waiting)
  await passTo(app, 5000)
  expect(skeletons()).toBeGreaterThan(0)
  const { kernel } = app
  const plan = kernel.registry.plan.getState()
  await act(async () =>
    kernel.apply({ ...plan, version: 2, plugins: plan.plugins.filter(({ id }) => id !== 'acme') }),
  )
  await pass(app, limitMs)
  expect(skeletons()).toBe(0)
  expect(faultsOf(app)).toEqual([])
})
