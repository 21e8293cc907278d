import { expect, test, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { findReceipt, payments } from './buy-coins.ts'
import { firstId } from './call-api.ts'
import { customer } from './people.ts'

let site: SecureSite
let page: Page

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
  page = (await site.visitor('customer', { colorScheme: 'dark' })).page
  await page.goto('/dashboard')
})
test.afterAll(() => site.close())

/** The parts of the page that stand on paper in other colors than black on white, or beside it. */
const findStrays = () => {
  const light = (color: string) => (color.match(/\d+/g) ?? []).slice(0, 3).every((part) => Number(part) > 110)
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
    .filter((each) => {
      const box = each.getBoundingClientRect()
      const isDrawn = box.width > 1 && box.height > 1
      return isDrawn && (light(getComputedStyle(each).color) || box.right > window.innerWidth)
    })
    .map((each) => each.outerHTML)
}

const onPaper = async (address: string, check: () => Promise<void>) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ media: null })
  await page.goto(address)
  await check()
  // As wide as A4 between its margins.
  await page.setViewportSize({ width: 688, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  await check()
  await expect(page.locator('.shell-brand')).toBeVisible()
  for (const control of ['button', 'navigation', 'tablist', 'search'] as const)
    expect(await page.getByRole(control).filter({ visible: true }).count(), control).toBe(0)
  // Colors change in a moment, on a busy machine in several.
  await expect.poll(() => page.evaluate(findStrays)).toEqual([])
}

test('a receipt, a payment and a statement are printed black on white, under the name of the host and without controls', async () => {
  const payment = await firstId(page, payments)
  await onPaper(`/store/receipts/${await findReceipt(page, payment)}`, () =>
    expect(page.getByText('Example Hosting')).toBeVisible(),
  )
  await expect(page.getByRole('article').getByText(customer.username).first()).toBeVisible()
  await onPaper(`/store/payments/${payment}`, () =>
    expect(page.getByRole('heading', { name: 'Payment', level: 1 })).toBeVisible(),
  )
  await expect(page.getByRole('main').getByText(customer.username, { exact: true })).toBeVisible()
  await onPaper('/account#coins-statement-tab', () =>
    expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible(),
  )
  await expect(page.getByText(new RegExp(`^${customer.username} · `))).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
  // The paper of a whole period has one table: that of the page stays on the screen.
  await page.emulateMedia({ media: null })
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await page.getByRole('menuitem', { name: 'All transactions' }).click()
  await expect(page.locator('[data-printed]')).toBeVisible()
  await expect(page.locator('.coins-sheet')).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('table')).toHaveCount(1)
  await expect(page.locator('.coins-sheet tbody tr').first()).toBeVisible()
  await expect.poll(() => page.evaluate(findStrays)).toEqual([])
})
