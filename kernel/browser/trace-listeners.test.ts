import { CallError } from '@spawnpoint/sdk/browser'
import { expect, it } from 'vitest'
import { createMemoryPlatform } from '../../sdk/testing/memory-platform.ts'
import type { Fault } from '../common/hooks/fault-ledger.ts'
import { createKernel } from './create-kernel.ts'
import { planPlugin } from './plan-plugin.testing.ts'
import { stackWithMessage, startTraceListeners } from './trace-listeners.ts'

const anError = (stack: string) => Object.assign(new TypeError('boom'), { stack })

it('puts what was said before a stack that has only places, as Firefox and Safari give it', () => {
  const stack = 'Page@https://dash.example.com/page.js:1:2\nr/<@https://dash.example.com/app.js:3:4\n'
  expect(stackWithMessage(anError(stack))).toBe(`TypeError: boom\n${stack.trimEnd()}`)
})

it.each([
  ['says it first', 'TypeError: boom\n    at Page (page.js:1:2)'],
  ['said something else when it was made', 'Error: first\n    at Page (page.js:1:2)'],
])('leaves a stack of V8 alone that %s', (_, stack) => {
  expect(stackWithMessage(anError(stack))).toBe(stack)
})

it('says what was said where there is no stack', () => {
  expect(stackWithMessage(anError(''))).toBe('TypeError: boom')
  expect(stackWithMessage(anError('TypeError: boom'))).toBe('TypeError: boom')
})

const script = 'https://dash.example.com/assets/plugins/evil/0a1b/browser/page.js'
const stackOf = (url: string, from = 'https://dash.example.com/assets/main-1.js') =>
  anError(`TypeError: boom\n    at read (${from}:1:2)\n    at tick (${url}:3:4)`)

it('[DBG2] keeps no secret of what a page writes to the console', async () => {
  const { console: page, told } = openPage()
  const circle: Record<string, unknown> = { password: 'hunter2' }
  circle['self'] = circle
  page.log('saved', { name: 'ada', password: 'hunter2', deep: [{ api_key: 'hunter2' }] }, circle)
  const [line] = await told('console')
  expect(line?.title).toBe('saved {"name":"ada","password":"•••","deep":[{"api_key":"•••"}]} [object Object]')
})

/** A page with a built-in and an added plugin, whose errors nobody catches. */
const openPage = () => {
  const reported: Fault[] = []
  const platform = createMemoryPlatform({ url: 'https://dash.example.com/dashboard' })
  const kernel = createKernel({
    platform,
    chunks: {},
    modules: { builtin: {}, isListed: () => true, importModule: () => Promise.reject(new Error('none')) },
    // Only what a quarantine asks of it.
    loadAdded: async () =>
      ({ end: () => undefined, reportFault: (fault: Fault) => reported.push(fault) }) as never,
    showDialog: async () => undefined,
    log: () => undefined,
  })
  const plugins = [planPlugin('base'), planPlugin('evil', { kind: 'plugin' })]
  kernel.apply({ version: 1, plugins, settings: {}, safeMode: false })
  const quiet = {
    log: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
    debug: () => undefined,
  }
  const window = Object.assign(new EventTarget(), { console: { ...quiet } })
  // Only the events and the console of the window are used.
  startTraceListeners(window as never, {
    trace: kernel.trace,
    gate: kernel.gate,
    isAdded: (id) => id === 'evil',
  })
  const told = async (wanted = 'error') => {
    await platform.clock.advance(50)
    return kernel.trace.getState().filter(({ kind }) => kind === wanted)
  }
  return {
    kernel,
    console: window.console as Console,
    reported,
    told,
    reject: (reason: unknown) =>
      window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason })),
    fail: (error: unknown, filename = '') =>
      window.dispatchEvent(Object.assign(new Event('error'), { error, message: 'boom', filename })),
  }
}

it('[RTP19] counts rejections and errors of timers for the plugin whose script they come from', async () => {
  const { kernel, reported, told, reject, fail } = openPage()
  reject(stackOf(script))
  fail(stackOf(script))
  expect((await told()).map(({ plugin }) => plugin)).toEqual(['evil', 'evil'])
  expect(kernel.gate.faults('evil')).toHaveLength(2)
  expect(kernel.gate.isQuarantined('evil')).toBe(false)
  reject(stackOf(script))
  expect(kernel.gate.isQuarantined('evil')).toBe(true)
  await expect.poll(() => reported.map(({ owner }) => owner)).toEqual(['evil'])
  reject(stackOf(script))
  expect(kernel.gate.faults('evil')).toHaveLength(3)
})

it('[RTP19] finds the script of what is thrown without a stack', async () => {
  const { told, fail } = openPage()
  fail('only words', script)
  expect((await told()).map(({ plugin, title }) => [plugin, title])).toEqual([['evil', 'boom']])
})

it.each([
  ['comes from the product', () => stackOf('https://dash.example.com/assets/page-2.js')],
  ['names a plugin that is not here', () => stackOf(script.replace('evil', 'gone'))],
  ['is no error', () => 'only words'],
])('[RTP19] blames nobody for what %s', async (_, make) => {
  const { kernel, told, reject } = openPage()
  for (let round = 0; round < 4; round += 1) reject(make())
  expect((await told()).map(({ plugin }) => plugin)).toEqual([null, null, null, null])
  for (const id of ['base', 'evil']) expect(kernel.gate.faults(id)).toEqual([])
})

it('[RTP19] records a call that was refused without counting it', async () => {
  const { kernel, told, reject } = openPage()
  const error = new CallError({ code: 'RATE_LIMITED', status: 429 })
  error.stack = stackOf(script).stack ?? ''
  reject(error)
  expect((await told()).map(({ plugin }) => plugin)).toEqual(['evil'])
  expect(kernel.gate.faults('evil')).toEqual([])
})
