import { expect, test } from '@playwright/test'
import { startProduct, watchPage, type TestProduct } from '@spawnpoint/sdk/testing/server'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** Wins five coins on every spin. */
const config = { miss_odds: 0, small_odds: 1, small_coins: 5, medium_odds: 0, jackpot_odds: 0, price: 10 }

let product: TestProduct
test.beforeAll(async () => {
  const folder = join(root, 'plugins/daily-spin')
  product = await startProduct({ folder, product: root, config, forBrowser: true })
})
test.afterAll(() => product?.stop())

test('[TOOL15] a plugin is tried in a browser with real coins, and leaves an open page within a second', async ({
  page,
}) => {
  const problems = watchPage(page)
  const ada = await product.signIn({ coins: 10 })
  await product.signInto(page.context(), ada)
  await page.goto(`${product.url}/p/daily-spin`)
  // A new customer has two free spins on the first day.
  for (const coins of [15, 20]) {
    await page.getByRole('button', { name: 'Spin for free' }).click()
    await expect(page.getByRole('link', { name: `${coins} coins` })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Spin for 10 coins' }).click()
  await expect.poll(() => product.coinsOf(ada)).toBe(15)
  expect(problems()).toEqual([])
  // Nothing is touched in the page: it hears of it by itself (PKG19).
  await product.disable()
  await expect(page.getByRole('button', { name: 'Spin for 10 coins' })).toHaveCount(0)
  await product.enable()
  await expect(page.getByRole('button', { name: 'Spin for 10 coins' })).toBeVisible()
})
