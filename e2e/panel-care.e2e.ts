import { expect, test, type Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { PanelEmulator } from '../sdk/panel-emulator/start-panel-emulator.ts'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { expectAccessible, expectFitting, phone } from './check-screen.ts'
import { takeOverPanel } from './own-panel.ts'
import { admin as adminAccount } from './people.ts'
import { expectToast } from './toasts.ts'
import { watchPage } from './watch-page.ts'

test.describe.configure({ mode: 'serial' })

let site: SecureSite
let panel: PanelEmulator
let staff: Page
let customer: Page
let watches: readonly ReturnType<typeof watchPage>[]

const pathOf = (page: Page) => new URL(page.url()).pathname
const main = (page: Page) => page.getByRole('main')
const rowOf = (page: Page, name: string) =>
  main(page)
    .getByRole('row')
    .filter({ has: page.getByText(name, { exact: true }) })

/** A server that the customer's account on the panel got there, and nobody here knows of. */
const addForeign = (name: string, limits: object) => {
  const { servers } = panel.state
  const [own] = servers
  if (!own) throw new Error('the customer has no server on the panel')
  const copy = {
    ...structuredClone(own),
    id: Math.max(...servers.map(({ id }) => id)) + 1,
    uuid: randomUUID(),
    external_id: null,
    name,
    // A server that was just created may still be a build of ours.
    created_at: '2024-01-01T00:00:00+00:00',
  }
  Object.assign(copy.limits, limits)
  servers.push(copy)
}

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
  staff = (await site.visitor('admin')).page
  customer = (await site.visitor('customer')).page
  watches = [staff, customer].map(watchPage)
  for (const page of [staff, customer]) await page.goto('/dashboard')
  await callApi(staff, 'POST', '/api/auth/reauthenticate', { password: adminAccount.password })
  panel = await takeOverPanel(site, staff)
})
test.afterEach(() => {
  for (const watch of watches) watch.check()
})
test.afterAll(async () => {
  await panel.close()
  await site.close()
})

const compare = async () => {
  await main(staff).getByRole('button', { name: 'Compare now' }).click()
  await expect(main(staff).getByText(/^Compared with the game panel/)).toBeVisible()
}

test('[SRV48] [SRV73] [SRV74] servers that only the panel knows are found, and one is taken over into the account of its owner', async () => {
  addForeign('Old world', { memory: 512, disk: 512, cpu: 50 })
  addForeign('Event server', { memory: 1_000_000, disk: 512, cpu: 50 })
  await staff.goto('/mc-admin/servers#comparison')
  await compare()
  await expect(main(staff).getByRole('heading', { name: 'Only on the panel: 2' })).toBeVisible()
  await expectAccessible(staff, pathOf(staff))
  await main(staff).getByRole('button', { name: 'Take over Old world' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Take over Old world' })
  await expect(dialog.getByText('grace', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Reason').fill('Moved in from the old dashboard')
  await dialog.getByLabel('Raise the limits as far as the server needs').check()
  await expectAccessible(staff, pathOf(staff))
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await expectToast(staff, 'Old world was taken over')
  await expect(main(staff).getByRole('heading', { name: 'Only on the panel: 1' })).toBeVisible()
  await customer.goto('/dashboard')
  await expect(main(customer).getByText('Old world').first()).toBeVisible()
})

test('[SRV48] a server that is gone on the panel is named with what to do, at 390 px too', async () => {
  const { servers } = panel.state
  panel.state.servers = servers.filter(({ name }) => name !== 'Skyblock')
  await compare()
  const lost = rowOf(staff, 'Skyblock')
  await expect(lost.getByText('Missing on the panel')).toBeVisible()
  await expect(lost).toContainText('Restore it on the panel, or delete it here to free its resources.')
  await expectAccessible(staff, pathOf(staff))
  const size = staff.viewportSize()
  await staff.setViewportSize(phone)
  await expectFitting(staff, pathOf(staff))
  await expectAccessible(staff, `${pathOf(staff)} on a phone`)
  await expect(main(staff).getByText('Missing on the panel')).toBeVisible()
  if (size) await staff.setViewportSize(size)
})

test('[SRV47] an action on many servers is done once the panel has confirmed it, and says what it could not do', async () => {
  await staff.goto('/mc-admin/servers')
  const lift = panel.fault({ kind: 'status', status: 503, method: 'POST', path: '/suspend' })
  for (const name of ['Skyblock', 'Old world']) await rowOf(staff, name).getByRole('checkbox').check()
  await staff
    .getByRole('group', { name: 'Selected servers' })
    .getByRole('button', { name: 'Suspend', exact: true })
    .click()
  const question = staff.getByRole('dialog', { name: 'Suspend 2 servers?' })
  await question.getByLabel('Reason').fill('Maintenance')
  await question.getByRole('button', { name: 'Suspend' }).click()
  const results = staff.getByRole('dialog', { name: 'Suspending servers' })
  const line = (name: string) => results.getByRole('listitem').filter({ hasText: name })
  await expect(line('Old world')).toContainText('Waiting for the panel')
  await expect(results.getByText('2 of 2 finished')).toHaveCount(0)
  await expectAccessible(staff, pathOf(staff))
  lift()
  await expect(line('Old world')).toContainText('Done')
  await expect(results.getByText('2 of 2 finished')).toBeVisible()
  expect(panel.state.servers.find(({ name }) => name === 'Old world')?.status).toBe('suspended')
})
