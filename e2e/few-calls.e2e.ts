import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'

let site: SecureSite
let staff: Page
let shopper: Page

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
  staff = (await site.visitor('admin')).page
  shopper = (await site.visitor('customer')).page
  await staff.goto('/dashboard')
  await shopper.goto('/dashboard')
})
test.afterAll(() => site.close())

/** The API calls that a page sends from now on. */
function watchCalls(page: Page): readonly string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

test('[STO8] a purchase is one call, whose answer brings page and session up to date', async () => {
  await callApi(staff, 'PATCH', '/api/settings', { values: { store_enabled: true, max_ram: 4096 } })
  const session = (await callApi(shopper, 'GET', '/api/user/session')) as {
    readonly user_info?: { uuid: string }
  }
  const coins = { user: session.user_info?.uuid, amount: 300, note: 'A gift', requestKey: randomUUID() }
  await callApi(staff, 'POST', '/api/coins/adjustments', coins)
  await shopper.goto('/store')
  await shopper.getByRole('region', { name: 'Memory' }).getByRole('button', { name: 'Buy 1 GB' }).click()
  const calls = watchCalls(shopper)
  await shopper.getByRole('button', { name: 'Pay 100 coins' }).click()
  await expect(shopper.getByText('2 GB of 4 GB')).toBeVisible()
  await expect(shopper.getByRole('alertdialog')).toBeHidden()
  expect(calls).toEqual(['POST /api/store/purchases'])
  // The session's own entry: it is what the next pages show.
  expect(await shopper.evaluate(() => localStorage.getItem('credits'))).toBe('200')
})

test('[PLM5] switching a plugin off is two calls, and menu and routes follow without a reload', async () => {
  await staff.goto('/mc-admin/plugins')
  const menu = staff.getByRole('navigation').getByRole('link', { name: 'Departments', exact: true })
  await expect(menu).toBeVisible()
  await staff.getByRole('switch', { name: 'Enable Departments' }).click()
  const calls = watchCalls(staff)
  await staff
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Disable/ })
    .click()
  await expect(menu).toBeHidden()
  await expect(staff.getByRole('alertdialog')).toBeHidden()
  expect(calls).toEqual(['POST /api/plugin-manager/plugins/departments/disable', 'GET /api/system/plan'])
})
