// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { aRoute, createFakeHost, type FakeHostOptions } from '../../tests/support/browser/create-fake-host.ts'
import DashboardPage from './browser/dashboard-page.tsx'

afterEach(cleanup)

function show(more: Partial<FakeHostOptions> = {}) {
  const app = createFakeHost({ plugin: 'dashboard', ...more })
  const { container } = render(
    <HostProvider value={app.host}>
      <PluginProvider value="dashboard">
        <DashboardPage />
      </PluginProvider>
    </HostProvider>,
  )
  return { ...app, container }
}

const widget = (id: string, text: string | null) => ({
  id,
  plugin: 'test',
  title: id,
  size: 'small' as const,
  Component: () => (text === null ? null : <p>{text}</p>),
})

it('[DSH1, DSH2] greets by the hour, and shows no figure that stands elsewhere', () => {
  show({
    session: { user: { first_name: 'Ada', credits: 1240 }, stats: { servers: 2 } },
    now: () => Date.parse('2026-05-04T19:30:00'),
  })
  expect(screen.getByText('Good evening, Ada')).toBeTruthy()
  expect(screen.queryByText(/1,240|2/)).toBeNull()
})

it('[DSH3] draws widgets and slots in their order, and says when there is none', () => {
  show()
  expect(screen.getByText('Nothing to show yet')).toBeTruthy()
  cleanup()
  const { container } = show({
    contributions: {
      'slot:dashboard.before': [widget('before', 'first')],
      'widget:user': [widget('one', 'second'), widget('two', 'third')],
      'slot:dashboard.after': [widget('after', 'fourth')],
    },
  })
  expect(container.textContent).toMatch(/first.*second.*third.*fourth/)
  expect(screen.queryByText('Nothing to show yet')).toBeNull()
})

it('[DSH4] draws nothing between the greeting and the widgets, and no second menu', () => {
  const { container } = show({
    session: { user: { first_name: 'Ada', credits: 1240 }, stats: { servers: 2 } },
    contributions: { 'widget:user': [widget('servers', 'Skyblock')] },
    routes: [
      aRoute({ id: 'account', path: '/account', title: 'Account' }),
      aRoute({ path: '/store', title: 'Store' }),
    ],
  })
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Support PIN'])
  expect(container.textContent).toMatch(/Support PINSkyblock$/)
})

it('[DSH6] leads to the support PIN, which somebody on the phone is asked for', () => {
  show({ routes: [aRoute({ id: 'account', path: '/account', title: 'Account' })] })
  expect(screen.getByRole('link', { name: 'Support PIN' }).getAttribute('href')).toBe('/account#security')
})

it('[DSH5] holds the place of a widget until it draws or has nothing to show', () => {
  const { container, runTimers } = show({ contributions: { 'widget:user': [widget('none', null)] } })
  expect(container.querySelectorAll('.sp-skeleton')).toHaveLength(1)
  act(runTimers)
  expect(container.querySelectorAll('.sp-skeleton')).toHaveLength(0)
})
