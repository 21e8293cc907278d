// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { readTyped, restoreTyped, stylesArrived } from './first-view.ts'
import { createMemoryClock } from '../../sdk/testing/memory-clock.ts'

it('carries what was typed and the focus into the form that replaces it', async () => {
  document.body.innerHTML =
    '<div id="app"><input name="login"><input name="password"><input name="empty"></div>'
  const area = document.querySelector('#app') as HTMLElement
  const [login, password] = area.querySelectorAll('input')
  if (!login || !password) throw new Error('the form is there')
  login.value = 'ada'
  password.focus()
  restoreTyped(window as Window & typeof globalThis, area, readTyped(area))
  const onInput = vi.fn()
  area.addEventListener('input', onInput)
  area.innerHTML = '<form><input name="login"><input name="password"></form>'
  await vi.waitFor(() => expect(area.querySelector('input')?.value).toBe('ada'))
  expect(onInput).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(area.querySelector('[name=password]'))
})

it('waits for the stylesheets that came with it, and not for ever for one that does not come', async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/a.css"><link rel="stylesheet" href="/b.css">'
  const [first, second] = document.querySelectorAll('link')
  const clock = createMemoryClock()
  const ended: string[] = []
  const wait = async (name: string) => {
    await stylesArrived(document, clock)
    ended.push(name)
  }
  const both = wait('both')
  first?.dispatchEvent(new Event('load'))
  await clock.advance(100)
  expect(ended).toEqual([])
  second?.dispatchEvent(new Event('error'))
  await both
  const late = wait('late')
  await clock.advance(5_000)
  await late
  expect(ended).toEqual(['both', 'late'])
})
