// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { aRoute, createFakeHost } from '../../tests/support/browser/create-fake-host.ts'
import Balance from './browser/balance.tsx'

afterEach(cleanup)

const show = (user: object, routes: Parameters<typeof createFakeHost>[0]['routes'] = []) => {
  const { host } = createFakeHost({ plugin: 'coins', session: { user: { ...user } }, routes })
  render(
    <HostProvider value={host}>
      <PluginProvider value="coins">
        <Balance />
      </PluginProvider>
    </HostProvider>,
  )
}

it('shows the balance, which leads to the store', () => {
  show({ credits: 1240 }, [aRoute({ id: 'store', path: '/store' })])
  expect(screen.getByRole('link', { name: '1,240 coins' }).getAttribute('href')).toBe('/store')
})

it('leads to the account where there is no store, and shows nothing before the balance is known', () => {
  show({ credits: 5 }, [aRoute({ id: 'account', path: '/account' })])
  expect(screen.getByRole('link', { name: '5 coins' }).getAttribute('href')).toBe('/account')
  cleanup()
  show({})
  expect(screen.queryByRole('link')).toBeNull()
})
