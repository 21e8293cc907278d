import type { Page as ChromiumPage } from '@playwright/test'
import type { Page } from 'puppeteer-core'
import { isDrawn } from '../is-drawn.ts'
import { findIds, readScreens, type OpenedScreen } from '../site-content.ts'
import { expect, test } from './firefox-site.ts'
import { watchPage } from './watch-page.ts'

test.use({ isPrepared: true })
test.setTimeout(1_200_000)

// Leads elsewhere by itself.
const leaves = new Set(['/auth/2fa/setup/disband'])

/** The helpers of the journeys only run code in the page, which both browsers do in the same way. */
const asChromium = (page: Page) => page as unknown as ChromiumPage

async function visit(page: Page, origin: string, screens: readonly OpenedScreen[]) {
  expect(screens).not.toEqual([])
  const watch = await watchPage(page)
  watch.allow(401, /^\/api\/user\/session$/)
  watch.allow(404, /^\/no\/such\/page$/)
  for (const { address, heading } of screens)
    await test.step(address, async () => {
      await page.goto(`${origin}${address}`)
      await page.waitForFunction(isDrawn, {}, heading).catch(async (cause: unknown) => {
        const shown = await page.evaluate(() => document.querySelector('h1')?.textContent ?? '')
        throw new Error(`${address} shows "${shown}" where "${heading}" is expected`, { cause })
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), address).toBe(0)
      await page.waitForNetworkIdle()
      expect(watch.faults, address).toEqual([])
    })
}

test('every screen is drawn without a fault, in Firefox', async ({ site }) => {
  const { origin } = site
  const [admin, customer] = [await site.visitor('admin'), await site.visitor('customer')]
  for (const page of [admin, customer]) await page.goto(`${origin}/dashboard`)
  const ids = await findIds(asChromium(admin), asChromium(customer))
  const { screens } = await readScreens(asChromium(admin), ids)
  const of = (...areas: string[]) =>
    screens.filter(({ area, path }) => areas.includes(area) && !leaves.has(path))
  await visit(await site.visitor(), origin, of('public', 'guest'))
  await visit(customer, origin, of('user'))
  await visit(admin, origin, of('admin'))
})
