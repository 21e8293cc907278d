import { randomUUID } from 'node:crypto'
import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { settle } from './check-screen.ts'
import { customer, register } from './people.ts'
import { expectToast } from './toasts.ts'
import { watchPage } from './watch-page.ts'

let site: SecureSite

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
})
test.afterAll(() => site.close())

const person = {
  username: 'katherine',
  email: 'katherine@example.com',
  firstName: 'Katherine',
  lastName: 'Johnson',
  password: 'a trajectory by hand in 1962',
}

/** Counts the presses of the pointer on all pages of a visitor. */
const countPresses = async (context: BrowserContext) => {
  let presses = 0
  await context.exposeFunction('countPress', () => (presses += 1))
  await context.addInitScript(() =>
    addEventListener('pointerdown', () => Reflect.get(window, 'countPress')(), { capture: true }),
  )
  return () => presses
}

const chooseFirst = async (page: Page, step: string) => {
  await page.getByRole('group', { name: step }).first().getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Next' }).click()
}

const hashOf = (page: Page) => page.evaluate(() => location.hash)

test('[SRV14] a new customer has the address of a server in 12 clicks; Back and reload keep the draft', async () => {
  const { page, context } = await site.visitor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin })
  const presses = await countPresses(context)
  const watch = watchPage(page)
  watch.allow(401, /^\/api\/user\/session$/)
  await page.goto('/auth/register')
  await register(page, person)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('link', { name: 'Create server' }).last().click()
  for (const step of ['Game', 'Version']) await chooseFirst(page, step)
  await page.goBack()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1)
  await page.goForward()
  await chooseFirst(page, 'Location')
  await page.getByRole('textbox', { name: 'Name' }).fill('Mercury')
  const step = await hashOf(page)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Mercury')
  expect(await hashOf(page)).toBe(step)
  await page.getByLabel('I accept the terms of service').check()
  await page.getByRole('button', { name: 'Create server' }).last().click()
  await page.getByRole('button', { name: 'Copy address' }).first().click()
  expect(presses()).toBeLessThanOrEqual(12)
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^[\w.-]+:\d+$/)
  await expect(page.getByText(copied).first()).toBeVisible()

  await test.step('[SES1] the log-out in another tab empties this one', async () => {
    watch.allow(401, /^\/api\//)
    const other = await context.newPage()
    await other.goto('/auth/logout')
    await other.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL(/\/auth\/login/)
    await expect(page.getByText('Mercury')).toHaveCount(0)
  })
  watch.check()
  await context.close()
})

test('[USR16] [QUE17] staff find a caller by the support PIN, and retry a build that failed', async () => {
  const { page: shopper, context: shopperContext } = await site.visitor('customer')
  await shopper.goto('/account#security')
  await shopper.getByRole('button', { name: 'Show PIN' }).click()
  const pin = await shopper.getByText(/^\d{6}$/).innerText()
  const { page, context } = await site.visitor('admin')
  const watch = watchPage(page)
  await page.goto('/mc-admin/users')
  await settle(page)
  await page.getByRole('button', { name: 'Enter support PIN' }).click()
  await page.getByRole('textbox', { name: 'PIN' }).fill(pin)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(customer.username)

  const ids = new URL(page.url()).pathname.split('/')
  const options = (await callApi(page, 'GET', '/api/servers/options')) as unknown as {
    readonly locations: readonly { readonly id: string }[]
    readonly categories: readonly { readonly id: string; readonly eggs: readonly { readonly id: string }[] }[]
  }
  const [category] = options.categories
  const { id: failed } = await callApi(page, 'POST', '/api/server-queue', {
    owner: ids[3],
    name: 'Too large',
    description: '',
    locationId: options.locations[0]?.id,
    categoryId: category?.id,
    eggId: category?.eggs[0]?.id,
    // More than a node of the demo panel has.
    memory: 393_216,
    cpu: 50,
    disk: 512,
    databases: 0,
    backups: 0,
    allocations: 1,
    ignoreLimits: true,
    reason: 'To see it fail',
    requestKey: randomUUID(),
  })
  await page.waitForFunction(async () => {
    const answer = await fetch('/api/server-queue?filter=status:failed')
    const { items } = (await answer.json()) as { items: { name: string }[] }
    return items.some(({ name }) => name === 'Too large')
  })
  await page.goto('/mc-admin/server-queue?filter=status:failed')
  await page.getByRole('row').filter({ hasText: 'Too large' }).getByRole('button', { name: /Retry/ }).click()
  await expectToast(page, 'Too large is in the queue again')
  const { items = [] } = await callApi(page, 'GET', '/api/server-queue?search=Too%20large')
  expect(items.map(({ id }) => id)).not.toContain(failed)
  watch.check()
  await context.close()
  await shopperContext.close()
})
