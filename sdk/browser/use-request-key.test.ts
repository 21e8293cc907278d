// @vitest-environment jsdom
import { CallError, useRequestKey } from '@spawnpoint/sdk/browser'
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'

const refuse = (code: string, status: number) => new CallError({ code, status, fields: {} })

it('keeps the key of an attempt that nobody answered, and takes another after an answer', async () => {
  const { result } = renderHook(() => useRequestKey())
  const keys: string[] = []
  const attempt = (outcome: Error | null) =>
    act(() =>
      result
        .current(async (key) => {
          keys.push(key)
          if (outcome) throw outcome
        })
        .catch(() => undefined),
    )
  await attempt(refuse('NETWORK', 0))
  await attempt(refuse('UNAVAILABLE', 503))
  await attempt(refuse('STORE_INSUFFICIENT_COINS', 409))
  await attempt(null)
  await attempt(null)
  const [first, second, third, fourth, fifth] = keys
  expect([second, third]).toEqual([first, first])
  expect(new Set([first, fourth, fifth]).size).toBe(3)
})
