import { expect, type Page } from '@playwright/test'

/** It tells where it stopped, and does not wait for the end of the whole journey's time. */
const LONGEST_MS = 180_000

/**
 * Opens a page of a faulty plugin again and again until the tab has had enough of it, and waits until the server knows.
 * Faults count for a minute of the page's clock, which stands still meanwhile: a slow machine needs longer for three.
 * The report waits until the tab has said so: where staff send it, the server takes the page away at once.
 */
export async function failUntilOff(page: Page, plugin: string, open: () => Promise<unknown>) {
  await page.clock.setFixedTime(Date.now())
  const reported = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/api/system/plugin-faults') &&
      (answer.request().postData() ?? '').includes(`"${plugin}"`),
    { timeout: LONGEST_MS },
  )
  const { promise: isSaid, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/system/plugin-faults', async (route) => {
    await isSaid
    await route.continue()
  })
  await open()
  await expect(page.getByRole('heading', { name: 'Something went wrong here' })).toBeVisible()
  const again = page.getByRole('button', { name: /again/i })
  const stopped = page.getByText('It failed several times and was turned off in this tab.')
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 5_000 })
    await expect(stopped).toBeVisible({ timeout: 250 })
  }).toPass({ timeout: LONGEST_MS })
  goOn()
  expect((await reported).status()).toBe(200)
  await page.unroute('**/api/system/plugin-faults')
  await page.clock.setSystemTime(Date.now())
}
