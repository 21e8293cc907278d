// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { loadCustomScript } from './custom-script.ts'
import { createMemoryClock } from '../../sdk/testing/memory-clock.ts'

const begin = () => {
  const clock = createMemoryClock()
  let isDone = false
  const loading = loadCustomScript({ document, clock, admit: (address) => address }).then(() => {
    isDone = true
  })
  const script = document.head.querySelector('script')
  return { clock, loading, script, isDone: () => isDone }
}

beforeEach(() => document.head.replaceChildren())

it('[CALL7] adds the script of the operator', () => {
  expect(begin().script?.getAttribute('src')).toBe('/api/system/custom.js')
})

it.each(['load', 'error'])('[STA1] goes on when the script tells of its %s', async (event) => {
  const { script, loading, isDone } = begin()
  expect(isDone()).toBe(false)
  script?.dispatchEvent(new Event(event))
  await loading
  expect(isDone()).toBe(true)
})

it('waits no longer than three seconds', async () => {
  const { clock, isDone } = begin()
  await clock.advance(2999)
  expect(isDone()).toBe(false)
  await clock.advance(1)
  expect(isDone()).toBe(true)
})
