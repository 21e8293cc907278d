import { createStore } from '@spawnpoint/sdk/browser'
import { expect, it, vi } from 'vitest'
import { deriveStore } from './derive-store.ts'

it('computes once for each state of its sources', () => {
  const count = createStore(() => 1)
  const factor = createStore(() => 2)
  const compute = vi.fn(() => ({ product: count.getState() * factor.getState() }))
  const product = deriveStore([count, factor], compute)
  expect(product.getState()).toBe(product.getState())
  count.setState(3, true)
  expect(product.getState()).toEqual({ product: 6 })
  expect(compute).toHaveBeenCalledTimes(2)
})

it('notifies with both values, and only when the computed one changes', () => {
  const count = createStore(() => 1)
  const isOdd = deriveStore([count], () => count.getState() % 2 === 1)
  const listener = vi.fn()
  const unsubscribe = isOdd.subscribe(listener)
  count.setState(3, true)
  count.setState(4, true)
  unsubscribe()
  count.setState(5, true)
  expect(listener.mock.calls).toEqual([[false, true]])
})
