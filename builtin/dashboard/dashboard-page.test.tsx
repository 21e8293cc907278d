// @vitest-environment jsdom
import { HostProvider, PluginProvider, type FirstStepProps } from '@spawnpoint/sdk/browser'
import { Pending } from '@spawnpoint/sdk/ui'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
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

const now = Date.parse('2026-05-04T09:00:00')

const showSteps = (done: readonly (boolean | null)[], more: Partial<FakeHostOptions> = {}) => {
  const steps = done.map((isDone, at) => ({
    ...widget(`step-${at}`, null),
    Component: ({ Step }: Record<string, unknown>) => {
      // The page gives the component that `FirstStepProps` describes.
      const Drawn = Step as FirstStepProps['Step']
      return <Drawn title={`Step ${at}`} text="" isDone={isDone} action={isDone === false && 'Do it'} />
    },
  }))
  return show({
    session: { user: { first_seen: '2026-05-01T09:00:00.000Z' } },
    now: () => now,
    contributions: { 'slot:dashboard.steps': steps },
    ...more,
  })
}

it('[DSH7] shows a new customer the first steps of the plugins, ticked by what they say', () => {
  showSteps([true, false, null])
  expect(screen.getByRole('region', { name: 'First steps' })).toBeTruthy()
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Step 0 Done',
    'Step 1 ',
    'Step 2 ',
  ])
  expect(screen.getAllByText('Do it')).toHaveLength(1)
})

it('[DSH7] hides the first steps once all are done, from older accounts, and where there are none', () => {
  showSteps([true, true])
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  cleanup()
  showSteps([false], { session: { user: { first_seen: '2026-04-01T09:00:00.000Z' } } })
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  cleanup()
  showSteps([])
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
})

it('[DSH7] dismisses the first steps for good', async () => {
  const as = (uuid: string) => ({ session: { user: { uuid, first_seen: '2026-05-01T09:00:00.000Z' } } })
  const { host } = showSteps([false], as('ada'))
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss first steps' }))
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  cleanup()
  const storage = Object.fromEntries(host.storage.entries())
  showSteps([false], { ...as('ada'), storage })
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
  cleanup()
  showSteps([false], { ...as('bob'), storage })
  expect(screen.getByRole('region', { name: 'First steps' })).toBeTruthy()
})

it('[DSH6] leads to the support PIN, which somebody on the phone is asked for', () => {
  show({ routes: [aRoute({ id: 'account', path: '/account', title: 'Account' })] })
  expect(screen.getByRole('link', { name: 'Support PIN' }).getAttribute('href')).toBe('/account#security')
})

it('[DSH5] holds the place of a widget until it draws or has nothing to show', () => {
  const [late, none] = [{ ...widget('late', ''), Component: Pending }, widget('none', null)]
  const { container } = show({ contributions: { 'widget:user': [late, none] } })
  // The style sheet shows the skeleton beside what is pending, and hides the cell of a widget that drew nothing.
  expect(container.querySelectorAll('.peer:has(> .sp-pending) + div .sp-skeleton')).toHaveLength(1)
  expect(container.querySelectorAll('.peer:empty')).toHaveLength(1)
})

it('[DSH5] shows what follows a widget that takes long without it', () => {
  const late = { ...widget('late', ''), Component: Pending }
  const { container, runTimers } = show({ contributions: { 'widget:user': [late, widget('next', 'Next')] } })
  const held = () => container.querySelectorAll('[class*=":invisible"]:has(> .peer)').length
  expect(held()).toBe(2)
  act(runTimers)
  expect(held()).toBe(0)
})
