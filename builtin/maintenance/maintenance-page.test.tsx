// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider } from '@spawnpoint/sdk/query'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createFakeHost } from '../../tests/support/browser/create-fake-host.ts'
import MaintenanceBanner from './browser/maintenance-banner.tsx'
import MaintenanceCard from './browser/maintenance-card.tsx'
import MaintenancePage from './browser/maintenance-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

const now = () => new Date('2027-01-10T12:00:00Z').getTime()

function show(page: ReactNode, settings: Readonly<Record<string, unknown>>) {
  const app = createFakeHost({
    plugin: 'maintenance',
    session: { permissions: ['admin.root'] },
    settings,
    now,
    answers: { 'POST /api/maintenance': () => ({}) },
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="maintenance">
        <DataProvider>{page}</DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  return app
}

it('[MNT6] names the host and says its message and the expected end', async () => {
  const on = { app_name: 'Northwind', maintenance_enabled: true }
  show(<MaintenancePage />, {
    ...on,
    maintenance_message: 'We are adding disks.',
    maintenance_until: '2027-01-10T14:00:00.000Z',
  })
  expect(await screen.findByText('Northwind')).toBeTruthy()
  expect(screen.getByRole('heading', { name: "We'll be right back" })).toBeTruthy()
  expect(screen.getByText('We are adding disks.')).toBeTruthy()
  expect(screen.getByText(/^Expected back on Jan 10, 2027.* \(in 2 hours\)$/)).toBeTruthy()
  cleanup()
  show(<MaintenancePage />, { ...on, maintenance_until: '2027-01-10T11:59:00.000Z' })
  expect(await screen.findByText(/^Northwind is being maintained/)).toBeTruthy()
  expect(screen.getByText('We expect to be back soon.')).toBeTruthy()
})

it('[MNT7] tells administrators that it is on, and ends it', async () => {
  const app = show(<MaintenanceBanner />, { maintenance_enabled: true, maintenance_message: 'Disks' })
  expect(await screen.findByText('Maintenance mode is on')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'End maintenance' }))
  expect(app.callsTo('POST /api/maintenance')).toMatchObject([{ body: { enabled: false } }])
  cleanup()
  show(<MaintenanceBanner />, { maintenance_enabled: false })
  expect(screen.queryByText('Maintenance mode is on')).toBeNull()
})

it('[MNT4] asks before it closes the dashboard, and refuses an end that has passed', async () => {
  const app = show(<MaintenanceCard />, { maintenance_enabled: false, app_timezone: 'Asia/Tokyo' })
  await userEvent.type(await screen.findByLabelText(/^Message/), 'New disks')
  await userEvent.click(screen.getByRole('button', { name: 'Turn on maintenance mode' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Close the dashboard for everyone?' })
  expect(app.callsTo('POST /api/maintenance')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  // In the time zone in which the page says it.
  const end = screen.getByLabelText(/^Expected end/)
  expect(screen.getByText(/Time zone: Asia\/Tokyo$/)).toBeTruthy()
  fireEvent.change(end, { target: { value: '2027-01-10T20:59' } })
  expect(screen.getByText('Choose an end in the future.')).toBeTruthy()
  fireEvent.change(end, { target: { value: '2027-01-10T23:00' } })
  await userEvent.click(screen.getByRole('button', { name: 'Turn on maintenance mode' }))
  const again = await screen.findByRole('alertdialog', { name: 'Close the dashboard for everyone?' })
  await userEvent.click(within(again).getByRole('button', { name: 'Turn on maintenance mode' }))
  expect(app.callsTo('POST /api/maintenance')).toMatchObject([
    { body: { enabled: true, message: 'New disks', until: '2027-01-10T14:00:00.000Z' } },
  ])
})

it('asks before a typed message is lost, and not where nothing has changed', async () => {
  const typed = show(<MaintenanceCard />, { maintenance_enabled: false })
  await userEvent.type(screen.getByLabelText(/^Message/), 'Disks')
  expect(await typed.mayLeave()).toBe(false)
  cleanup()
  const untouched = show(<MaintenanceCard />, { maintenance_enabled: false, maintenance_message: 'Disks' })
  expect(await untouched.mayLeave()).toBe(true)
})
