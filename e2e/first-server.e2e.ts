import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { register } from './people.ts'
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
