import { expect, it, vi } from 'vitest'
import { createMemoryClock } from './platform/memory-clock.ts'
import { createTrace } from './trace.ts'

it('keeps the newest 200 of each kind, in order', () => {
  const trace = createTrace(createMemoryClock())
  trace.add({ kind: 'error', title: 'first' })
  for (let count = 0; count < 250; count += 1) trace.add({ kind: 'hook', title: `hook ${count}` })
  const titles = trace.get().map(({ title }) => title)
  expect(titles).toHaveLength(201)
  expect([titles[0], titles[1], titles.at(-1)]).toEqual(['first', 'hook 50', 'hook 249'])
})

it('tells onlookers once for a burst, and shows them the same list until then', async () => {
  const clock = createMemoryClock()
  const trace = createTrace(clock)
  const listener = vi.fn()
  trace.subscribe(listener)
  const before = trace.get()
  for (let count = 0; count < 20; count += 1) trace.add({ kind: 'console', title: 'line' })
  expect(trace.get()).toBe(before)
  await clock.advance(50)
  expect(listener).toHaveBeenCalledOnce()
  expect(trace.get()).toHaveLength(20)
  expect(trace.get()).toBe(trace.get())
})

it('forgets a kind, or all but the newest', () => {
  const trace = createTrace(createMemoryClock())
  for (const kind of ['error', 'network', 'error'] as const) trace.add({ kind, title: kind })
  trace.trim(1)
  expect(trace.get().map(({ kind }) => kind)).toEqual(['network', 'error'])
  trace.clear('error')
  expect(trace.get().map(({ kind }) => kind)).toEqual(['network'])
})
