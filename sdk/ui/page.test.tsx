// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Page } from './index.ts'

afterEach(cleanup)

it('puts the name of its object into the title of the tab, and takes it out again', () => {
  document.title = 'Edit user · Acme'
  const { rerender, unmount } = render(<Page title="Edit user" subject="ada" />)
  expect(document.title).toBe('ada · Edit user · Acme')
  rerender(<Page title="Edit user" subject="bob" />)
  expect(document.title).toBe('bob · Edit user · Acme')
  unmount()
  expect(document.title).toBe('Edit user · Acme')
})

it('leaves the title of the next page alone', () => {
  document.title = 'Edit user · Acme'
  const { unmount } = render(<Page title="Edit user" subject="ada" />)
  document.title = 'Users · Acme'
  unmount()
  expect(document.title).toBe('Users · Acme')
})
