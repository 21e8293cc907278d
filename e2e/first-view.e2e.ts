import { expect, test } from '@playwright/test'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startProduct, type Product } from '../tests/support/product/start-product.ts'

let product: Product
test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.stop())

test('nothing of the first view is seen before all of it has come', async ({ page }) => {
  const whole = await (await fetch(`${product.origin}/auth/login`)).text()
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
  // For browsers that do not hold frames back.
  await expect(title).toBeHidden()
  sendRest()
  await expect(title).toBeVisible()
  slow.closeAllConnections()
  slow.close()
})

test('what the first page does without is asked for again when it did not arrive', async ({ page }) => {
  let asked = 0
  await page.route(/\/assets\/late-[^/]*\.js$/, async (route) => {
    asked += 1
    await (asked === 1 ? route.abort() : route.continue())
  })
  await page.goto(`${product.origin}/auth/login`)
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
  await expect(async () => {
    await page.keyboard.press('Control+i')
    await expect(page.getByRole('tab', { name: /^Network/ })).toBeVisible({ timeout: 1000 })
  }).toPass()
  expect(asked).toBe(2)
})
