// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryClock, type MemoryClock } from '../../../sdk/testing/memory-clock.ts'
import { watchUiSettings } from './watch-settings.ts'

const apply = vi.fn()
let clock: MemoryClock
let stop = (): void => undefined

beforeEach(() => {
  apply.mockClear()
  clock = createMemoryClock()
  stop = watchUiSettings({ window, clock, apply })
})
afterEach(() => stop())

it('[LOC2][CON7] applies again 10 ms after a change in this tab, by whoever wrote it', async () => {
  localStorage.setItem('ui-settings', '{"theme":"dark"}')
  await clock.advance(9)
  expect(apply).not.toHaveBeenCalled()
  await clock.advance(1)
  expect(apply).toHaveBeenCalledOnce()
  expect(localStorage.getItem('ui-settings')).toBe('{"theme":"dark"}')
})

it.each([
  ['removeItem', () => localStorage.removeItem('ui-settings')],
  ['clear', () => localStorage.clear()],
  ['an assignment', () => Object.assign(localStorage, { 'ui-settings': '{"theme":"light"}' })],
  ['delete', () => Reflect.deleteProperty(localStorage, 'ui-settings')],
  ['a borrowed method', () => Storage.prototype.setItem.call(localStorage, 'ui-settings', '{}')],
])('[LOC2][CON7] applies again 10 ms after a change by %s', async (_way, change) => {
  localStorage.setItem('ui-settings', '{"theme":"dark"}')
  await clock.advance(10)
  apply.mockClear()
  change()
  await clock.advance(9)
  expect(apply).not.toHaveBeenCalled()
  await clock.advance(1)
  expect(apply).toHaveBeenCalledOnce()
})

it('leaves the local storage as scripts know it', () => {
  localStorage.clear()
  localStorage['ui-settings'] = '{}'
  localStorage.setItem('note', '1')
  expect(Object.keys(localStorage).toSorted()).toEqual(['note', 'ui-settings'])
  expect(localStorage).toHaveLength(2)
  expect(localStorage.getItem('ui-settings')).toBe('{}')
  expect(localStorage['note']).toBe('1')
  expect(localStorage.key(5)).toBeNull()
  expect('note' in localStorage).toBe(true)
  delete localStorage['note']
  expect(localStorage['note']).toBeUndefined()
  expect(localStorage).toBeInstanceOf(Storage)
})

it('applies once after several changes in a row', async () => {
  for (const text of ['1', '2', '3']) localStorage.setItem('ui-settings', text)
  await clock.advance(50)
  expect(apply).toHaveBeenCalledOnce()
})

it('[LOC1] applies at once when another tab changed it', () => {
  window.dispatchEvent(new StorageEvent('storage', { key: 'ui-settings' }))
  expect(apply).toHaveBeenCalledOnce()
})

it('leaves other keys and the storage of the tab alone', async () => {
  localStorage.setItem('other', '1')
  localStorage['another'] = '1'
  sessionStorage.setItem('ui-settings', '1')
  sessionStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'other' }))
  await clock.advance(50)
  expect(apply).not.toHaveBeenCalled()
})

it('puts everything back', async () => {
  stop()
  localStorage.setItem('ui-settings', '{}')
  window.dispatchEvent(new StorageEvent('storage', { key: 'ui-settings' }))
  await clock.advance(50)
  expect(apply).not.toHaveBeenCalled()
})
