// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { readTyped, restoreTyped } from './first-view.ts'

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
