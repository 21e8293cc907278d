import { Locator, type Page } from 'puppeteer-core'
import { callApi, expect, press, registerAdmin, see, test, type FirefoxSite } from './firefox-site.ts'
import { watchPage } from './watch-page.ts'

const scripts = /^\/assets\/plugins\/hello\/.*\.js$/

const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isSameDocument: true }))
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window)

const switchHelloOn = async ({ page, origin }: FirefoxSite) => {
  await page.goto(`${origin}/mc-admin/plugins`)
  const row = '::-p-xpath(//tr[contains(., "Hello")]//input[@role="switch"])'
  const toggle = await page.locator(row).waitHandle()
  // By key: a notice that arrives above the list moves its rows from under a pointer.
  await toggle.focus()
  await page.keyboard.press(' ')
  // The rights of the plugin are agreed to first.
  await page.locator('dialog[open] button.sp-button-primary').click()
  // Its message goes by itself; its state stays.
  await page.locator('::-p-xpath(//tr[contains(., "Hello")][contains(., "Active")])').wait()
}

/** Without loading a document. */
const visit = async (page: Page, path: string) => {
  await page.locator(`a[href="${path}"]`).click()
  await page.waitForFunction((wanted) => location.pathname === wanted, {}, path)
}

const stateOfHello = async (page: Page): Promise<{ state: string; reason: string | null }> => {
  const { body } = await callApi(page, 'GET', '/api/plugin-manager/plugins')
  return body.plugins.find(({ id }: { id: string }) => id === 'hello')
}

/** Which of two texts is there first. */
const seeEither = (page: Page, one: string, other: string) =>
  Locator.race([
    page.locator(`::-p-text(${one})`).map(() => 'one'),
    page.locator(`::-p-text(${other})`).map(() => 'other'),
  ]).wait()

/** Tries again until its tab has had enough: parts of it on the dashboard may have failed before, or not yet. */
async function failUntilStopped(page: Page) {
  await see(page, 'Something went wrong here')
  while ((await seeEither(page, 'Try again', 'was turned off in this tab')) === 'one')
    await press(page, 'Try again')
}

test('[KRN1, RTP7] a plugin that arrives late is checked, loaded and drawn without a reload, in Firefox', async ({
  site,
}) => {
  const { page, origin, asked } = site
  await registerAdmin(site)
  const watch = await watchPage(page)
  const isAsked = () => asked.some((path) => scripts.test(path))
  await switchHelloOn(site)
  expect(isAsked()).toBe(false)
  const values = { notice: 'The shop opens at noon', keep_days: 30, share_key: '' }
  const config = '/api/plugin-manager/plugins/hello/config'
  const { version } = (await callApi(page, 'GET', config)).body
  const { status } = await callApi(page, 'PUT', config, { values, version })
  expect(status).toBe(200)
  await mark(page)
  await visit(page, '/dashboard')
  // Its slot and its widget.
  await see(page, 'The shop opens at noon')
  await page.locator('::-p-xpath(//main//*[text()="Waves"])').wait()
  await visit(page, '/p/hello')
  await see(page, 'Hello! The server time is')
  await press(page, 'Wave')
  await see(page, 'You waved 1 time.')
  expect(await isSameDocument(page)).toBe(true)
  expect(isAsked()).toBe(true)

  // A page that was served with the plugin on holds its hashes from the first import map.
  await page.goto(`${origin}/p/hello`)
  await see(page, 'Hello! The server time is')
  const listed = await page.evaluate(
    () => document.querySelector('script[type=importmap]')?.textContent ?? '',
  )
  expect(listed).toMatch(/"\/assets\/plugins\/hello\/[^"]+\.js":"sha384-/)
  watch.check()
  expect(asked).not.toContain('/api/system/csp-reports')
})

test('[RTP7, RTP10] bytes that are not what the plan says do not run, however late they come, in Firefox', async ({
  site,
}) => {
  const { page, origin } = site
  await registerAdmin(site)
  site.tamper(scripts)
  await switchHelloOn(site)
  await visit(page, '/dashboard')
  await visit(page, '/p/hello')
  await failUntilStopped(page)
  expect(await page.evaluate(() => 'wasTamperedWith' in window)).toBe(false)
  // At once: what was not reported yet must not be lost with the document.
  await page.goto(`${origin}/mc-admin/plugins`)
  await expect.poll(async () => (await stateOfHello(page)).state).toBe('quarantined')
  expect((await stateOfHello(page)).reason).toContain('E_INTEGRITY hello')
  await page.reload()
  await see(page, 'Quarantined')
})

test('[RTP7] a page whose import map lists other hashes does not run them either, in Firefox', async ({
  site,
}) => {
  const { page, origin } = site
  await registerAdmin(site)
  site.tamper(scripts)
  await switchHelloOn(site)
  await page.goto(`${origin}/p/hello`)
  await see(page, "The downloaded file doesn't match the installed version, so it wasn't run.")
  expect(await page.evaluate(() => 'wasTamperedWith' in window)).toBe(false)
  site.tamper(null)
  await press(page, 'Try again')
  // Firefox remembers for the life of a page that a module could not be loaded.
  if ((await seeEither(page, "It couldn't be loaded.", 'Hello! The server time is')) === 'one')
    await press(page, 'Try again')
  await see(page, 'Hello! The server time is')
})
