import { expect, it } from 'vitest'
import { createUseTally, MOST_USES } from './use-tally.ts'

const use = (name: string) => ({ plugin: 'acme', name, since: '0.3.0', removeIn: '1.0.0', use: 'useNew' })

it('[RTP11] counts by name until somebody takes it', () => {
  const tally = createUseTally(5)
  tally.add(use('useOld'))
  tally.add(use('useOld'), 3)
  tally.add(use('useOlder'))
  expect(tally.take().map(({ name, uses }) => [name, uses])).toEqual([
    ['useOld', 4],
    ['useOlder', 1],
  ])
  expect(tally.take()).toEqual([])
})

it('[RTP11] stays small, whatever a plugin invents', () => {
  const tally = createUseTally(2)
  for (let count = 0; count < 100; count += 1) tally.add(use(`old${count}`))
  tally.add(use('old1'), MOST_USES * 2)
  expect(tally.take().map(({ name, uses }) => [name, uses])).toEqual([
    ['old0', 1],
    ['old1', MOST_USES],
  ])
})
