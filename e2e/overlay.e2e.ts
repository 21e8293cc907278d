import { expect, test } from '@playwright/test'
import { startProduct, type Product } from '../tests/support/product/start-product.ts'

let product: Product
test.beforeAll(async () => {
  product = await startProduct({ port: 5173 })
})
test.afterAll(() => product.stop())

test('[ACC1, ERR6, ERR7, OVL9] on localhost the overlay says why, and nothing else starts', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const failure = page.waitForEvent('pageerror')
  await page.goto('http://localhost:5173/auth/login')
  await expect(page).toHaveTitle('Spawnpoint Access Denied')
  await expect(page.getByText("You can't use the client on a port or local connection")).toBeVisible()
  await expect(page.getByText('HTTP connection (use HTTPS)')).toBeVisible()
  await expect(page.getByText('Invalid domain access (use proper domain)')).toBeVisible()
  await expect(page.getByText('Port 5173 (use reverse proxy)')).toBeVisible()
  await expect(page.getByText('http://localhost:5173/auth/login')).toBeVisible()
  expect((await failure).message).toContain(
    'Access denied: the client cannot be used on HTTP, IP, or port access',
  )
  expect(calls).not.toContain('/api/user/session')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Read the documentation' }).click()
  const guide = await opened
  await expect(guide).toHaveURL('http://localhost:5173/docs/reverse-proxy')
  await expect(guide.getByRole('heading', { level: 1 })).toHaveText('Put Spawnpoint behind a reverse proxy')
  await guide.close()
  const reload = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await reload
})

test('[ACC14] the development address is exempt', async ({ page }) => {
  await page.goto('http://127.0.0.1:5173/')
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible()
})
