// @vitest-environment jsdom
import { createStore } from '../store.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryClock } from '../../testing/memory-clock.ts'
import { readUiSettings } from '../read-ui-settings.ts'
import { startPerformanceListeners } from './performance-listeners.ts'

const observers: { options: IntersectionObserverInit | undefined; show: (target: Element) => void }[] = []

class FakeIntersectionObserver {
  constructor(run: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    const show = (target: Element) =>
      // Only what the loader reads of an entry and of an observer.
      run([{ isIntersecting: true, target } as never], this as never)
    observers.push({ options, show })
  }
  observe = vi.fn()
  unobserve = vi.fn()
  disconnect = vi.fn()
}

const setUp = (performance: object) => {
  const clock = createMemoryClock()
  const settings = createStore(() => readUiSettings(JSON.stringify({ performance })))
  const cleanUp = vi.fn()
  const browser = window as Window & typeof globalThis
  const stop = startPerformanceListeners({ window: browser, clock, settings, cleanUp })
  undos.push(stop)
  return { clock, settings, cleanUp, stop }
}
const undos: (() => void)[] = []

beforeEach(() => {
  observers.length = 0
  document.body.innerHTML = '<img data-src="/a.png"><div data-background="/b.png"></div>'
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver)
})
afterEach(() => {
  for (const undo of undos.splice(0)) undo()
  vi.unstubAllGlobals()
})

it('[UID28][UID29] loads what comes within 50px, from a tenth on', () => {
  setUp({ optimizeImages: false })
  expect(observers[0]?.options).toEqual({ rootMargin: '50px', threshold: 0.1 })
  const image = document.querySelector('img')
  expect(image?.hasAttribute('src')).toBe(false)
  if (image) observers[0]?.show(image)
  expect(image?.getAttribute('src')).toBe('/a.png')
})

it('[PFT7] loads everything at once while lazy loading is off', () => {
  setUp({ lazyLoading: false, optimizeImages: false })
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/a.png')
  expect(document.querySelector('div')?.style.backgroundImage).toContain('/b.png')
})

it('[PFT7] decodes pictures beside the page while they are optimized, and leaves those alone that say otherwise', () => {
  document.body.innerHTML = '<img id="plain"><img id="own" loading="eager" decoding="sync">'
  const marks = (id: string) => {
    const image = document.getElementById(id)
    return [image?.getAttribute('loading'), image?.getAttribute('decoding')]
  }
  const { stop } = setUp({ optimizeImages: false })
  expect(marks('plain')).toEqual([null, null])
  stop()
  setUp({ optimizeImages: true })
  expect([marks('plain'), marks('own')]).toEqual([
    ['lazy', 'async'],
    ['eager', 'sync'],
  ])
})

it('[UID27] cleans up every 30 seconds, while enabled', async () => {
  const { clock, settings, cleanUp } = setUp({ memoryOptimization: true })
  await clock.advance(29_999)
  expect(cleanUp).not.toHaveBeenCalled()
  await clock.advance(30_001)
  expect(cleanUp).toHaveBeenCalledTimes(2)
  settings.setState(readUiSettings(null), true)
  await clock.advance(90_000)
  expect(cleanUp).toHaveBeenCalledTimes(2)
})

it('[PFT1] leaves the frames of the browser alone, whatever their limit', () => {
  const native = window.requestAnimationFrame
  setUp({ frameRateLimit: 30 })
  expect(window.requestAnimationFrame).toBe(native)
})
