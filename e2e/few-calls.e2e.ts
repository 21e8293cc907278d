import { randomUUID } from 'node:crypto'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { settle } from './check-screen.ts'

let site: SecureSite
let staff: Page
let shopper: Page

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
  staff = (await site.visitor('admin')).page
  shopper = (await site.visitor('customer')).page
  for (const page of [staff, shopper]) {
    await withoutRefreshes(page)
    await page.goto('/dashboard')
  }
})
test.afterAll(() => site.close())

/** Leaves out what a page does once a minute: on a slow machine it would come in between. */
const withoutRefreshes = (page: Page) =>
  page.addInitScript(() => {
    const native = window.setTimeout
    const quick = (run: TimerHandler, ms = 0) => (ms < 60_000 ? native(run, ms) : 0)
    Object.assign(window, { setTimeout: quick })
  })

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
    readonly user_info?: { uuid: string; credits: number }
  }
  const coins = { user: session.user_info?.uuid, amount: 300, note: 'A gift', requestKey: randomUUID() }
  await callApi(staff, 'POST', '/api/coins/adjustments', coins)
  // The last that the page asks for; on a slow machine it would be counted otherwise.
  const offered = shopper.waitForResponse((answer) => answer.url().endsWith('/api/payments/offer'))
  await shopper.goto('/store')
  await offered
  await shopper.getByRole('region', { name: 'Memory' }).getByRole('button', { name: 'Buy 1 GB' }).click()
  const calls = watchCalls(shopper)
  await shopper.getByRole('button', { name: 'Pay 100 coins' }).click()
  await expect(shopper.getByText('2 GB of 4 GB')).toBeVisible()
  await expect(shopper.getByRole('alertdialog')).toBeHidden()
  expect(calls).toEqual(['POST /api/store/purchases'])
  // The session's own entry: it is what the next pages show.
  expect(await shopper.evaluate(() => localStorage.getItem('credits'))).toBe(
    String((session.user_info?.credits ?? 0) + 200),
  )
})

test('[PLM5] switching a plugin off is two calls, and menu and routes follow without a reload', async () => {
  // The last that the page asks for; it would be counted otherwise.
  const offered = staff.waitForResponse((answer) => answer.url().includes('/api/plugin-catalog?'))
  await staff.goto('/mc-admin/plugins')
  await offered
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

test('[SCR44] a location is created by two calls: its choices and the location', async () => {
  // The customer's server stands in the first one; each location of the panel can be used once.
  const { items } = (await callApi(staff, 'GET', '/api/locations')) as unknown as {
    readonly items: readonly { readonly id: string; readonly panelLocationId: number }[]
  }
  const free = items.find(({ panelLocationId }) => panelLocationId === 2)
  await callApi(staff, 'DELETE', `/api/locations/${free?.id}`)
  await staff.goto('/mc-admin/locations')
  const rows = staff.getByRole('table', { name: 'Locations' }).getByRole('row')
  await expect(rows.getByText('Frankfurt', { exact: false }).first()).toBeVisible()
  const calls = watchCalls(staff)
  await staff.getByRole('link', { name: 'Create location' }).first().click()
  const choice = staff.getByLabel(/^Panel location/)
  await expect(choice).toBeEnabled()
  await choice.selectOption('2')
  await staff.getByLabel(/^Name/).fill('Few calls')
  await staff.getByLabel(/^Description/).fill('Made by two calls')
  await staff.getByLabel(/^Node/).fill('203.0.113.9')
  await staff.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(rows.getByText('Few calls')).toBeVisible()
  expect(calls).toEqual(['GET /api/locations/panel-locations', 'POST /api/locations'])
})

test('[CON1, CON2] offline and back: the page says so, leads to the page for a lost connection, and heals', async () => {
  const { page, context } = await site.visitor('customer')
  await page.goto('/dashboard')
  // The notice comes with the frame, and the page that it leads to with it.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('frame-modules')),
  )
  await context.setOffline(true)
  await expect(page.getByText(/^You're offline/)).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Store' }).click()
  await expect(page.getByRole('heading', { name: 'Connection lost' })).toBeVisible()
  await expect(page).toHaveURL(/\/ws\?from=%2Fstore$/)
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/store$/)
  await expect(page.getByRole('heading', { name: 'Store', level: 1 })).toBeVisible()
  await expect(page.getByText(/^You're offline/)).toBeHidden()
  await context.close()
})

test('[DBG16] nothing of the debug panel is loaded until it is opened', async () => {
  const { page, context } = await site.visitor('customer')
  const scripts = new Set<string>()
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') scripts.add(answer.url())
  })
  await page.goto('/dashboard')
  await settle(page)
  await page.waitForLoadState('networkidle')
  /** The script that writes recordings is one of the panel alone. */
  const hasPanel = async () => {
    const texts = await page.evaluate(
      (urls) => Promise.all(urls.map(async (url) => (await fetch(url)).text())),
      [...scripts],
    )
    return texts.some((text) => text.includes('recording.json'))
  }
  expect(await hasPanel()).toBe(false)
  await page.keyboard.press('Control+i')
  await expect(page.getByRole('region', { name: 'Debug panel' })).toBeVisible()
  expect(await hasPanel()).toBe(true)
  await context.close()
})

test('switches and the open page of the menu can be told apart with forced colors', async () => {
  await staff.emulateMedia({ forcedColors: 'active' })
  await staff.goto('/mc-admin/plugins')
  const fillOf = (locator: Locator) =>
    locator.first().evaluate((element) => {
      const { backgroundColor, borderTopWidth } = getComputedStyle(element)
      return { backgroundColor, borderTopWidth }
    })
  await expect(staff.getByRole('switch', { checked: true }).first()).toBeVisible()
  const on = await fillOf(staff.locator('.sp-switch:checked:enabled'))
  const off = await fillOf(staff.locator('.sp-switch:not(:checked)'))
  expect([on.borderTopWidth, off.borderTopWidth]).toEqual(['1px', '1px'])
  expect(on.backgroundColor).not.toBe(off.backgroundColor)
  const menu = staff.getByRole('navigation')
  const open = await fillOf(menu.locator('[aria-current="page"]'))
  const other = await fillOf(menu.getByRole('link', { name: 'Users', exact: true }))
  expect(open.backgroundColor).not.toBe(other.backgroundColor)
  await staff.goto('/mc-admin/tickets')
  const tab = staff.getByRole('navigation', { name: 'Saved views' }).locator('[aria-current="page"]')
  await expect(tab).toBeVisible()
  const [text, fill] = await tab.evaluate((each) => {
    const { color, backgroundColor } = getComputedStyle(each)
    return [color, backgroundColor]
  })
  expect(text).not.toBe(fill)
  // Chromium does not paint a button anew whose own color stays the same when it is enabled.
  const inks = await tab.evaluate((each) => {
    const button = document.createElement('button')
    button.className = 'sp-button sp-button-danger'
    button.style.transition = 'none'
    each.after(button)
    return [true, false].map((isOff) => {
      button.disabled = isOff
      return getComputedStyle(button).color
    })
  })
  expect(inks[0]).not.toBe(inks[1])
  await staff.emulateMedia({ forcedColors: null })
})
