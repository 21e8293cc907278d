// @vitest-environment jsdom
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { afterEach, expect, it, vi } from 'vitest'
import Tuner from './browser/tuner.tsx'
import manifest from './manifest.ts'

const asked = vi.hoisted(() => ({ count: 0 }))
const lost = vi.hoisted(() => () => {
  asked.count += 1
  throw new Error('the line is cut')
})
vi.mock('./browser/compress-pictures.ts', lost)
vi.mock('./browser/automatic.ts', lost)

const rejected = vi.fn()
process.on('unhandledRejection', rejected)
afterEach(() => process.off('unhandledRejection', rejected))

it('[PFT1] leaves the page as it is where its code does not arrive', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const routes = [{ id: 'page', path: '/p/page', area: 'user' as const, module: 'tuner', title: 'Page' }]
  await renderPlugin(
    {
      manifest: { ...manifest, contributes: { ...manifest.contributes, routes, slots: [] } },
      folder: import.meta.dirname,
      modules: { tuner: Tuner },
    },
    { at: '/p/page', storage: { 'performance-tuner': '{"automatic":true}' } },
  )
  await vi.waitFor(() => expect(asked.count).toBe(2))
  await vi.dynamicImportSettled()
  // A rejection that nobody took is told after the tasks that are due.
  await new Promise((resolve) => setTimeout(resolve))
  expect(rejected).not.toHaveBeenCalled()
})
