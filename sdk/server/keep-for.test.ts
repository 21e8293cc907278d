import { expect, it } from 'vitest'
import { keepFor } from './keep-for.ts'

function asked() {
  let time = Date.parse('2030-01-01T12:00:00Z')
  let count = 0
  const ask = keepFor(
    15_000,
    () => new Date(time),
    async () => (count += 1),
  )
  return { ask, pass: (ms: number) => void (time += ms) }
}

it('[OPS49] asks anew once the answer is old, and once the clock was set back', async () => {
  const { ask, pass } = asked()
  expect([await ask(), await ask()]).toEqual([1, 1])
  pass(15_000)
  expect(await ask()).toBe(2)
  pass(-2 * 3_600_000)
  expect([await ask(), await ask()]).toEqual([3, 3])
})
