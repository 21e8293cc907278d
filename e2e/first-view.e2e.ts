import { expect, test, type Page } from '@playwright/test'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startProduct, type Product } from '../tests/support/product/start-product.ts'

const toolsScript = /\/assets\/signed-in-parts-[^/]*\.js$/
let product: Product
test.beforeAll(async () => {
  product = await startProduct({ port: 5173 })
})
test.afterAll(() => product.stop())

test('nothing of the first view is seen before all of it has come', async ({ page }) => {
  const whole = await (await fetch(`${product.origin}/auth/login`)).text()
  expect(whole).toContain('>Spawnpoint</span>')
  expect(whole).not.toContain('%TITLE%')
  const middle = whole.indexOf('<form')
  let sendRest = (): void => undefined
  const slow = createServer((request, response) => {
    if (request.url !== '/auth/login') return void response.writeHead(404).end()
    response.setHeader('content-type', 'text/html; charset=utf-8').write(whole.slice(0, middle))
    sendRest = () => response.end(whole.slice(middle))
  }).listen(0, '127.0.0.1')
  await once(slow, 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = slow.address() as AddressInfo
  await page.goto(`http://127.0.0.1:${port}/auth/login`, { waitUntil: 'commit' })
  const title = page.locator('#first-view h1')
  await title.waitFor({ state: 'attached' })
  await expect(title).toBeHidden()
  sendRest()
  await expect(title).toBeVisible()
  slow.closeAllConnections()
  slow.close()
})

test('a page whose scripts are on their way shows the name of the instance', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await released
    await route.continue()
  })
  // A page without a first view: it is empty until its scripts have come.
  await page.goto(`${product.origin}/terms-of-service`, { waitUntil: 'commit' })
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  )
  expect(await painted.jsonValue()).toBe(true)
  const name = await page.evaluate(() => {
    const app = document.querySelector('#app')
    return app ? [getComputedStyle(app, '::after').content, app.getAttribute('data-name')] : []
  })
  expect(name).toEqual(['"Spawnpoint"', 'Spawnpoint'])
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the first view needs no font for the names of other languages, the page offers them', async ({
  page,
}) => {
  const first = await (await fetch(`${product.origin}/auth/login`)).text()
  expect([...first.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value)).toEqual(['EN'])
  await page.goto(`${product.origin}/auth/login`)
  await expect(page.getByLabel('Language').locator('option')).toHaveText([
    'English',
    'Română',
    'Français',
    'Deutsch',
    'Español',
    '简体中文',
  ])
})

/** Presses until the page takes it, and not once more: it is one press that opens the tool. */
const pressOnce = (page: Page) =>
  page.waitForFunction(() => {
    const pressed = { key: 'i', code: 'KeyI', ctrlKey: true, bubbles: true, cancelable: true }
    return !document.body.dispatchEvent(new KeyboardEvent('keydown', pressed))
  })

test('a font that comes after the first paint waits for the next page, so that no text moves', async ({
  page,
}) => {
  const { promise: painted, resolve: release } = Promise.withResolvers<void>()
  await page.route(/geist-latin-wght.*\.woff2$/, async (route) => {
    await painted
    await route.continue().catch(() => undefined)
  })
  await page.goto(`${product.origin}/auth/login`, { waitUntil: 'commit' })
  await expect(page.locator('html[data-font=system]')).toBeAttached()
  const family = () => page.evaluate(() => getComputedStyle(document.body).fontFamily)
  // Its rules come with the shell's stylesheet.
  await expect.poll(family).not.toContain('Geist')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  release()
  await page.getByRole('link', { name: 'Create one' }).click()
  await expect.poll(family).toContain('Geist')
  await page.reload()
  await expect.poll(family).toContain('Geist')
})

test('the first shortcut is heard by the tool that comes with it', async ({ page }) => {
  await page.goto(`${product.origin}/auth/login`)
  await pressOnce(page)
  await expect(page.getByRole('tab', { name: /^Network/ })).toBeVisible()
})

test('the tools over the pages are asked for again when they did not arrive', async ({ page }) => {
  let asked = 0
  await page.route(toolsScript, async (route) => {
    asked += 1
    await (asked === 1 ? route.abort() : route.continue())
  })
  const sayLost = () =>
    page.waitForEvent('console', (message) => message.text().includes('could not be loaded'))
  const failed = sayLost()
  await page.goto(`${product.origin}/auth/login`)
  await pressOnce(page)
  await failed
  const tab = page.getByRole('tab', { name: /^Network/ })
  await expect(tab).toBeHidden()
  // Some versions of Chromium remember for as long as a page lives that a module did not arrive, whoever asks again.
  const isRemembered = sayLost().then(
    () => true,
    () => false,
  )
  await pressOnce(page)
  if (await Promise.race([isRemembered, tab.waitFor().then(() => false)])) {
    expect(asked).toBe(1)
    await page.reload()
    await pressOnce(page)
  }
  await expect(tab).toBeVisible()
  expect(asked).toBe(2)
})
