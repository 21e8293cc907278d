import { expect, test, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { expectToast } from './toasts.ts'
import { watchPage } from './watch-page.ts'

let site: SecureSite

// A start builds plugins/hello where its build is missing.
test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
})
test.afterAll(() => site.close())

/** An entry of the product, or of a plugin: then its name goes on with whose it is. */
const menuEntry = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}( \\(.+\\))?$`) })

/** Ends with the document: a reload would lose it. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isSameDocument: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window)

const askServer = (page: Page) => page.evaluate(async () => (await fetch('/api/hello/greeting')).status)

/** A tab that somebody has open elsewhere, with something typed into it. */
async function openOtherTab(page: Page) {
  const other = await page.context().newPage()
  const watch = watchPage(other)
  await other.clock.install()
  await other.goto(`${site.origin}/mc-admin/settings`)
  await other.getByRole('searchbox', { name: 'Search settings' }).fill('half a thought')
  await mark(other)
  // A tab in the background draws once a second.
  await page.bringToFront()
  return {
    other,
    watch,
    async stays() {
      expect(await isSameDocument(other)).toBe(true)
      await expect(other.getByRole('searchbox', { name: 'Search settings' })).toHaveValue('half a thought')
    },
  }
}

async function chooseLanguage(page: Page, menu: string, name: string) {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('[KRN1, KRN2, KRN10] a run-time plugin comes and goes without a reload', async () => {
  const { context, page } = await site.visitor('admin')
  const watch = watchPage(page)
  watch.allow(401, /^\/api\/user\/session$/)
  await page.goto(`${site.origin}/mc-admin/plugins`)
  const { other, watch: otherWatch, stays } = await openOtherTab(page)
  const helloSwitch = page.getByRole('switch', { name: 'Enable Hello' })

  await test.step('switched on, it has a menu entry, a page and an answering server module', async () => {
    await mark(page)
    await helloSwitch.click()
    await page.getByRole('button', { name: 'Enable', exact: true }).click()
    await expectToast(page, 'Hello enabled')
    await page.getByRole('link', { name: 'Spawnpoint' }).first().click()
    await menuEntry(page, 'Hello').click()
    await expect(page).toHaveURL(`${site.origin}/p/hello`)
    await expect(page.getByRole('heading', { name: 'Hello', exact: true })).toBeVisible()
    await expect(page.getByText(/^Hello! The server time is/)).toBeVisible()
    await page.getByRole('button', { name: 'Wave', exact: true }).click()
    await expect(page.getByText('You waved 1 time.')).toBeVisible()
    expect(await askServer(page)).toBe(200)
    expect(await isSameDocument(page)).toBe(true)
  })

  await test.step('the other tab learns of it by its next refresh and keeps what was typed', async () => {
    await other.clock.fastForward(61_000)
    await other.keyboard.press('Control+k')
    await expect(other.getByRole('option', { name: 'Open Hello' })).toBeVisible()
    await other.keyboard.press('Escape')
    await stays()
  })

  await test.step('its words follow the language, its state stays', async () => {
    await chooseLanguage(page, 'Language', 'Deutsch')
    await expect(menuEntry(page, 'Hallo')).toBeVisible()
    await expect(page.getByText('Du hast 1-mal gewinkt.')).toBeVisible()
    await page.reload()
    await expect(menuEntry(page, 'Hallo')).toBeVisible()
    await chooseLanguage(page, 'Sprache', 'English')
    await expect(menuEntry(page, 'Hello')).toBeVisible()
  })

  await test.step('switched off, nothing of it is left', async () => {
    await page.goto(`${site.origin}/mc-admin/plugins`)
    await mark(page)
    await helloSwitch.click()
    await page.getByRole('button', { name: 'Disable' }).click()
    await expectToast(page, 'Hello disabled')
    await page.getByRole('link', { name: 'Spawnpoint' }).first().click()
    await expect(menuEntry(page, 'Dashboard')).toBeVisible()
    await expect(menuEntry(page, 'Hello')).toHaveCount(0)
    expect(await isSameDocument(page)).toBe(true)
    watch.allow(404, /^\/(p\/hello|api\/hello\/greeting)$/)
    expect(await askServer(page)).toBe(404)
    await page.goto(`${site.origin}/p/hello`)
    await expect(page.getByText('You waved')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Hello', exact: true })).toHaveCount(0)
    await other.clock.fastForward(61_000)
    await stays()
  })
  watch.check()
  otherWatch.check()
  await context.close()
})
