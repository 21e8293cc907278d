// @vitest-environment jsdom
import { HostProvider, PluginProvider, useKeptState } from '@spawnpoint/sdk/browser'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { createFakeHost } from '../../tests/support/browser/create-fake-host.ts'

afterEach(cleanup)

const Draft = () => {
  const [text, setText] = useKeptState('draft', '')
  return <input aria-label="Draft" value={text} onChange={({ target }) => setText(target.value)} />
}

const here = { path: '/p/acme', search: '', hash: '' }
const elsewhere = { path: '/dashboard', search: '', hash: '' }

function open() {
  let version = '1.0.0'
  let path = '/p/acme'
  const { host } = createFakeHost({ plugin: 'hello', path })
  const plan = () => ({ version: 1, plugins: [{ id: 'hello', version, kind: 'plugin' }] })
  const asSeen = {
    ...host,
    plan: { ...host.plan, getState: plan },
    location: { ...host.location, getState: () => (path === '/dashboard' ? elsewhere : here) },
  }
  const whole = () => (
    <HostProvider value={asSeen}>
      <PluginProvider value="hello">
        <Draft key={version} />
      </PluginProvider>
    </HostProvider>
  )
  let drawn = render(whole())
  return {
    textOf: () => screen.getByRole<HTMLInputElement>('textbox').value,
    type: (text: string) => userEvent.type(screen.getByRole('textbox'), text),
    /** Takes the page away and draws it again, as the dashboard does. */
    again(change: { readonly version?: string; readonly via?: string } = {}) {
      if (change.via !== undefined) path = change.via
      drawn.unmount()
      path = '/p/acme'
      version = change.version ?? version
      drawn = render(whole())
    },
    /** A version that has loaded already takes the place of the other in one step. */
    swap(to: string) {
      version = to
      drawn.rerender(whole())
    },
  }
}

it('[RTP20] gives a new version of the plugin what stood on its open page, once', async () => {
  const page = open()
  await page.type('half a thought')
  page.again({ version: '1.1.0' })
  expect(page.textOf()).toBe('half a thought')
  await page.type('!')
  page.again({ version: '1.2.0' })
  expect(page.textOf()).toBe('half a thought!')
  page.again()
  expect(page.textOf()).toBe('')
})

it('[RTP20] gives it to a version that is drawn before the old one is gone', async () => {
  const page = open()
  await page.type('half a thought')
  page.swap('1.1.0')
  expect(page.textOf()).toBe('half a thought')
  await page.type('!')
  page.swap('1.2.0')
  expect(page.textOf()).toBe('half a thought!')
})

it('[RTP20] keeps nothing for a page that was left', async () => {
  const page = open()
  await page.type('half a thought')
  page.again({ version: '1.1.0', via: '/dashboard' })
  expect(page.textOf()).toBe('')
})
