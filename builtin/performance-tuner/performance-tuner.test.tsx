// @vitest-environment jsdom
import { readOverlay } from '@spawnpoint/contracts/ui-customizer/schemas'
import { defaultUiSettings } from '@spawnpoint/sdk/browser'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startCompression } from './browser/compress-pictures.ts'
import { createFrameLimiter } from './browser/frame-limiter.ts'
import { listWords } from './browser/list-words.ts'
import { measure } from './browser/measure.ts'
import PerformanceTab from './browser/performance-tab.tsx'
import Tuner from './browser/tuner.tsx'
import { tuner } from './browser/tuner-store.ts'
import { findSigns } from './browser/weak-device.ts'
import manifest from './manifest.ts'

const browser = window as Window & typeof globalThis

let frames: ((at: number) => void)[] = []
const drawFrame = (at: number) => {
  const due = frames
  frames = []
  for (const run of due) run(at)
}
const native = (run: (at: number) => void) => frames.push(run)

beforeAll(() => {
  supportOverlays()
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('scrollTo', () => undefined)
})
const device = (facts: object) => {
  for (const [name, value] of Object.entries(facts))
    Object.defineProperty(navigator, name, { value, configurable: true })
}

beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', native)
  device({ hardwareConcurrency: 8, deviceMemory: 8, connection: undefined })
  tuner.setState(tuner.getInitialState(), true)
})
afterEach(cleanup)

const Page = () => (
  <>
    <Tuner />
    <PerformanceTab />
  </>
)

const routes = [{ id: 'page', path: '/p/page', area: 'user' as const, module: 'tuner', title: 'Page' }]
const plugin = {
  manifest: { ...manifest, contributes: { ...manifest.contributes, routes, slots: [] } },
  folder: import.meta.dirname,
  modules: { tuner: Page, 'performance-tab': PerformanceTab },
}

const open = async (storage: Readonly<Record<string, string>> = {}) => {
  const app = await renderPlugin(plugin, { at: '/p/page', storage })
  await waitFor(() => control('Frame rate limit'))
  return app
}
const control = (label: string): HTMLInputElement => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)
  if (!found?.control) throw new Error(`no control ${label}`)
  return found.control as HTMLInputElement
}
const click = (name: string): void => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!button) throw new Error(`no button ${name}`)
  fireEvent.click(button)
}

it('[TUNE1] offers every setting of the performance group in the browser alone, and puts them back', async () => {
  const app = await open()
  const labels = app.host.i18n.getResource('en', 'performance-tuner', 'fields') as Record<string, string>
  const { transitionSpeed: _ownTab, ...fields } = defaultUiSettings.performance
  for (const [field, usual] of Object.entries(fields)) {
    const now = () =>
      (app.host.uiSettings.getState().performance as unknown as Record<string, unknown>)[field]
    const input = control(labels[field] ?? '')
    if (typeof usual === 'boolean') fireEvent.click(input)
    else fireEvent.change(input, { target: { value: input.max } })
    expect(now()).toBe(typeof usual === 'boolean' ? !usual : 144)
  }
  click('Reset performance')
  expect(app.host.uiSettings.getState().performance).toEqual(defaultUiSettings.performance)
})

it('[PFT1] replaces nothing of the browser at the defaults, and puts all of it back when it goes', async () => {
  const app = await open()
  const cancel = window.cancelAnimationFrame
  expect(window.requestAnimationFrame).toBe(native)
  const limit = (frameRateLimit: number) =>
    act(async () =>
      app.host.uiSettings.setState({
        performance: { ...app.host.uiSettings.getState().performance, frameRateLimit },
      }),
    )
  await limit(45)
  expect(window.requestAnimationFrame).not.toBe(native)
  await limit(60)
  expect(window.requestAnimationFrame).toBe(native)
  await limit(30)
  expect(window.requestAnimationFrame).not.toBe(native)
  cleanup()
  expect([window.requestAnimationFrame, window.cancelAnimationFrame]).toEqual([native, cancel])
})

it('[UID30] slows frames down under 60', () => {
  const limiter = createFrameLimiter(browser)
  limiter.limit(30)
  const drawn: number[] = []
  const draw = (at: number) => {
    drawn.push(at)
    window.requestAnimationFrame(draw)
  }
  window.requestAnimationFrame(draw)
  for (let at = 0; at <= 1000; at += 10) drawFrame(at)
  expect(drawn.length).toBeGreaterThan(20)
  expect(drawn.length).toBeLessThanOrEqual(31)
  limiter.stop()
})

it('[PFT1] cancels the frame that is meant, also one that was asked for before the limit', () => {
  const cancelled: number[] = []
  const usual = window.cancelAnimationFrame
  vi.stubGlobal('cancelAnimationFrame', (id: number) => void cancelled.push(id))
  const limiter = createFrameLimiter(browser)
  const before = window.requestAnimationFrame(() => undefined)
  limiter.limit(30)
  const own = window.requestAnimationFrame(() => undefined)
  window.cancelAnimationFrame(before)
  window.cancelAnimationFrame(own)
  limiter.stop()
  vi.stubGlobal('cancelAnimationFrame', usual)
  expect(cancelled).toEqual([before, before + 1])
})

it('[UID30] leaves frames alone at 60 and above', () => {
  const limiter = createFrameLimiter(browser)
  const isOwn = [59, 60, 75].map((frameRate) => {
    limiter.limit(frameRate)
    return window.requestAnimationFrame === native
  })
  expect(isOwn).toEqual([false, true, true])
})

it('[PFT2] loads the small version of pictures that are drawn small, and gives their addresses back', async () => {
  document.body.innerHTML = `
    <img id="small" src="/api/pictures/a1/web"><img id="large" src="/api/pictures/a2/picture.png">
    <img id="other" src="/logo.png">`
  for (const [id, width] of [
    ['small', 64],
    ['large', 900],
    ['other', 64],
  ] as const)
    Object.defineProperty(document.getElementById(id), 'clientWidth', { value: width })
  const sources = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  const stop = startCompression(browser)
  expect(sources()).toEqual(['/api/pictures/a1/thumbnail', '/api/pictures/a2/picture.png', '/logo.png'])
  stop()
  expect(sources()).toEqual(['/api/pictures/a1/web', '/api/pictures/a2/picture.png', '/logo.png'])
  document.body.innerHTML = ''
})

it('[PFT2] leaves the picture that the page has chosen since', () => {
  document.body.innerHTML = '<img src="/api/pictures/a1/web">'
  const [image] = document.querySelectorAll('img')
  Object.defineProperty(image, 'clientWidth', { value: 64 })
  const stop = startCompression(browser)
  image?.setAttribute('src', '/api/pictures/a2/thumbnail')
  stop()
  expect(image?.getAttribute('src')).toBe('/api/pictures/a2/thumbnail')
  document.body.innerHTML = ''
})

it('[PFT2] follows the setting "Compress assets" at once', async () => {
  const image = document.body.appendChild(document.createElement('img'))
  Object.defineProperty(image, 'clientWidth', { value: 64 })
  image.setAttribute('src', '/api/pictures/a1/web')
  await open()
  const source = () => image.getAttribute('src')
  await waitFor(() => expect(source()).toBe('/api/pictures/a1/thumbnail'))
  fireEvent.click(control('Compress assets'))
  await waitFor(() => expect(source()).toBe('/api/pictures/a1/web'))
  // It would begin anew only once its code is there.
  await vi.dynamicImportSettled()
  expect(source()).toBe('/api/pictures/a1/web')
  fireEvent.click(control('Compress assets'))
  await waitFor(() => expect(source()).toBe('/api/pictures/a1/thumbnail'))
  image.remove()
})

it('[PFT3] measures frames, bytes and the slowest interaction of the measurement alone', async () => {
  const sizes = [1_500, 500]
  const entries = vi.spyOn(performance, 'getEntriesByType').mockImplementation((kind) =>
    // Only what is read of an entry.
    kind === 'resource' ? sizes.map((transferSize) => ({ transferSize }) as never) : [],
  )
  const observed: object[] = []
  let report: (duration: number) => void = () => undefined
  class Observer {
    static supportedEntryTypes = ['event']
    constructor(run: (list: object) => void) {
      report = (duration) => run({ getEntries: () => [{ interactionId: 1, duration }] })
    }
    observe(options: object) {
      observed.push(options)
    }
    disconnect() {
      report = () => undefined
    }
  }
  const page = Object.assign(Object.create(window) as typeof browser, {
    PerformanceObserver: Observer,
    performance,
  })
  const run = async (act: () => void) => {
    const measuring = measure(page, { ms: 1_000 })
    let at = 0
    for (let count = 0; count < 40; count += 1) {
      drawFrame(at)
      at += count % 20 === 19 ? 200 : 20
    }
    act()
    drawFrame(at)
    return measuring
  }
  const quiet = await run(() => undefined)
  expect(quiet).toMatchObject({ frame: 20, slowFrame: 200, interaction: null, downloaded: 0 })
  expect(quiet.longFrames).toBeGreaterThan(0)
  const busy = await run(() => {
    report(88)
    report(24)
    sizes.push(700)
  })
  expect(busy).toMatchObject({ interaction: 88, downloaded: 700 })
  expect((await run(() => undefined)).interaction).toBeNull()
  const alone = { type: 'event', buffered: false, durationThreshold: 16 }
  expect(observed).toEqual([alone, alone, alone])
  entries.mockRestore()
})

/** The status that a screen reader speaks. */
const said = () => document.querySelector('output.sp-hidden')?.textContent

it('[PFT3][OVL17] keeps a measurement of before beside the one of now, says when it ended, and keeps the focus', async () => {
  await open()
  click('Measure')
  for (let at = 0; at <= 3_020; at += 20) drawFrame(at)
  await waitFor(() => expect(tuner.getState().before?.frame).toBe(20))
  await waitFor(() => expect(document.body.textContent).toContain('Measure again'))
  click('Measure again')
  for (let at = 0; at <= 3_030; at += 30) drawFrame(at)
  await waitFor(() => expect(tuner.getState().now?.frame).toBe(30))
  expect(tuner.getState().before?.frame).toBe(20)
  expect(document.querySelector('table')?.ariaLabel).toBe('Measurement')
  await waitFor(() => expect(said()).toBe('Measurement finished'))
  click('Start over')
  expect(document.activeElement?.textContent).toBe('Measure')
  expect(said()).toBe('')
})

it('[PFT4] finds the signs of a weak device, and takes what a browser does not tell for none', () => {
  expect(findSigns({}, false)).toEqual([])
  const connection = { saveData: false }
  expect(findSigns({ deviceMemory: 4, hardwareConcurrency: 4, connection }, false)).toEqual([])
  expect(
    findSigns({ deviceMemory: 2, hardwareConcurrency: 2, connection: { saveData: true } }, true),
  ).toEqual(['memory', 'cores', 'saveData', 'motion'])
})

it('[PFT5] makes the page lighter on a weak device when it is asked to, says what it did, and undoes just that', async () => {
  device({ deviceMemory: 2 })
  const app = await open()
  expect(app.host.uiSettings.getState()).toEqual(defaultUiSettings)
  fireEvent.click(control('Automatic mode'))
  const lighter = app.host.uiSettings.getState()
  expect(lighter.performance).toMatchObject({
    reduceMotion: true,
    backgroundEffects: false,
    memoryOptimization: true,
    preloadCritical: true,
  })
  expect([lighter.sidebar.glassEffect, lighter.dropdown.glassEffect]).toEqual([false, false])
  expect(document.body.textContent).toContain(
    'Changed: glass effect off, less motion, background effects off, memory cleanup on.',
  )
  const own = { ...lighter.performance, lazyLoading: false }
  await act(async () => app.host.uiSettings.setState({ performance: own }))
  click('Undo')
  expect(app.host.uiSettings.getState()).toEqual({
    ...defaultUiSettings,
    performance: { ...defaultUiSettings.performance, lazyLoading: false },
  })
  expect(control('Automatic mode').checked).toBe(false)
})

it('[PFT5] lightens what a log-in brings as well, and keeps what the person chose since then', async () => {
  device({ deviceMemory: 2 })
  const app = await open()
  fireEvent.click(control('Automatic mode'))
  await act(() => vi.dynamicImportSettled())
  const { sidebar } = defaultUiSettings
  await act(async () => app.host.uiSettings.setState({ sidebar: { ...sidebar, glassEffect: true } }))
  expect(app.host.uiSettings.getState().sidebar.glassEffect).toBe(true)
  const replaced = readOverlay(app.host.storage)
  expect(replaced.filter(({ group }) => group === 'sidebar')).toEqual([])
  expect(replaced).toContainEqual({ group: 'topNav', field: 'glassEffect', own: true, here: false })
  // As a log-in leaves it: the settings of the account, beside what this device keeps.
  const storage = Object.fromEntries(app.host.storage.entries())
  cleanup()
  tuner.setState(tuner.getInitialState(), true)
  const heavy = { ...defaultUiSettings, sidebar: { ...sidebar, compactMode: true } }
  const later = await open({ ...storage, 'ui-settings': JSON.stringify(heavy) })
  await waitFor(() => expect(later.host.uiSettings.getState().topNav.glassEffect).toBe(false))
  expect(later.host.uiSettings.getState()).toMatchObject({
    sidebar: { glassEffect: true, compactMode: true },
    performance: { reduceMotion: true, memoryOptimization: true },
  })
  click('Undo')
  expect(later.host.uiSettings.getState()).toEqual(heavy)
})

it('[PFT5] lists what it changed as each language does', () => {
  const lists = ['en', 'zh-Hans'].map((language) => listWords(language, ['a', 'b', 'c']))
  expect(lists).toEqual(['a, b, c', 'a、b、c'])
})

it('[PFT5] leaves a glass effect off that was off before', async () => {
  device({ deviceMemory: 2 })
  const before = { ...defaultUiSettings, topNav: { ...defaultUiSettings.topNav, glassEffect: false } }
  const app = await open({ 'ui-settings': JSON.stringify(before) })
  fireEvent.click(control('Automatic mode'))
  click('Undo')
  expect(app.host.uiSettings.getState()).toEqual(before)
})

it('[PFT5] leaves a weak device alone once automatic mode is switched off', async () => {
  device({ deviceMemory: 2 })
  const app = await open()
  fireEvent.click(control('Automatic mode'))
  expect(app.host.uiSettings.getState()).not.toEqual(defaultUiSettings)
  fireEvent.click(control('Automatic mode'))
  expect(control('Automatic mode').checked).toBe(false)
  expect(app.host.uiSettings.getState()).toEqual(defaultUiSettings)
})

it('[PFT5] changes nothing on a device that is not weak', async () => {
  const app = await open({ 'performance-tuner': '{"automatic":true}' })
  expect(control('Automatic mode').checked).toBe(true)
  expect(app.host.uiSettings.getState()).toEqual(defaultUiSettings)
})

it('[PFT6] shows frames, interactions and bytes over every page while that is wanted', async () => {
  await open()
  fireEvent.click(control('Show live values on every page'))
  await waitFor(() => expect(document.querySelector('[aria-label="Live performance values"]')).toBeTruthy())
  await act(async () => {
    for (let at = 0; at <= 1_000; at += 20) drawFrame(at)
  })
  expect(document.querySelector('[aria-label="Live performance values"]')?.textContent).toContain('50 fps')
  fireEvent.click(control('Show live values on every page'))
  expect(document.querySelector('[aria-label="Live performance values"]')).toBeNull()
})
