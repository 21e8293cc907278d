import { expect, it } from 'vitest'
import { CALLS_AT_ONCE, createFairShare } from './fair-share.ts'

it('[KRN26] answers a few calls of an account at once, and others meanwhile', async () => {
  const share = createFairShare()
  const open: (() => void)[] = []
  const hang = () => new Promise<void>((resolve) => void open.push(resolve))
  const greedy = Array.from({ length: CALLS_AT_ONCE + 3 }, () => share.run('greedy', hang))
  await Promise.resolve()
  expect(open).toHaveLength(CALLS_AT_ONCE)
  expect(await share.run('modest', async () => 'answered')).toBe('answered')
  expect(open).toHaveLength(CALLS_AT_ONCE)
  for (let at = 0; at < greedy.length; at += 1) {
    await expect.poll(() => open.length).toBeGreaterThan(at)
    open[at]?.()
  }
  await Promise.all(greedy)
})

it('[KRN26] refuses what would wait behind too many of its own', async () => {
  const share = createFairShare()
  const hang = () => new Promise<never>(() => undefined)
  for (let count = 0; count < CALLS_AT_ONCE + 200; count += 1) void share.run('greedy', hang)
  await expect(share.run('greedy', hang)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})
