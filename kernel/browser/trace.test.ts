import { expect, it, vi } from 'vitest'
import { createMemoryClock } from '../../sdk/testing/memory-clock.ts'
import { createTrace } from './trace.ts'

it('keeps the newest 200 of each kind, in order', async () => {
  const clock = createMemoryClock()
  const trace = createTrace(clock)
  trace.add({ kind: 'error', title: 'first' })
  for (let count = 0; count < 250; count += 1) trace.add({ kind: 'hook', title: `hook ${count}` })
  await clock.advance(50)
  const titles = trace.getState().map(({ title }) => title)
  expect(titles).toHaveLength(201)
  expect([titles[0], titles[1], titles.at(-1)]).toEqual(['first', 'hook 50', 'hook 249'])
})

it('notifies readers once for a burst, and shows them the same list until then', async () => {
  const clock = createMemoryClock()
  const trace = createTrace(clock)
  const listener = vi.fn()
  trace.subscribe(listener)
  const before = trace.getState()
  for (let count = 0; count < 20; count += 1) trace.add({ kind: 'console', title: 'line' })
  expect(trace.getState()).toBe(before)
  await clock.advance(50)
  expect(listener).toHaveBeenCalledOnce()
  expect(trace.getState()).toHaveLength(20)
  expect(trace.getState()).toBe(trace.getState())
})

it('forgets a kind, or all but the newest', async () => {
  const clock = createMemoryClock()
  const trace = createTrace(clock)
  for (const kind of ['error', 'network', 'error'] as const) trace.add({ kind, title: kind })
  trace.trim(1)
  await clock.advance(50)
  expect(trace.getState().map(({ kind }) => kind)).toEqual(['network', 'error'])
  trace.clear('error')
  await clock.advance(50)
  expect(trace.getState().map(({ kind }) => kind)).toEqual(['network'])
})
