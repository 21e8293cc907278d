import type { Page as ChromiumPage } from '@playwright/test'
import type { Page } from 'puppeteer-core'
import { navigate } from '../check-screen.ts'
import { isDrawn } from '../is-drawn.ts'
import { findIds, readScreens, type OpenedScreen } from '../site-content.ts'
import { expect, test } from './firefox-site.ts'
import { PATIENCE_MS } from './open-firefox.ts'
import { watchPage } from './watch-page.ts'

test.use({ isPrepared: true })
test.setTimeout(1_200_000)

// Leads elsewhere by itself.
const leaves = new Set(['/auth/2fa/setup/disband'])

/** The helpers of the journeys only run code in the page, which both browsers do in the same way. */
const asChromium = (page: Page) => page as unknown as ChromiumPage

/** Asked from here: Puppeteer's own waiting evaluates a text in the page, which its policy refuses in Firefox ESR. */
const isSoonDrawn = (page: Page, heading: string): Promise<boolean> =>
  expect
    .poll(() => page.evaluate(isDrawn, heading), { timeout: PATIENCE_MS })
    .toBe(true)
    .then(
      () => true,
      () => false,
    )

/** Everything that is wrong with these screens, so that one run shows all of it. */
async function visit(
  page: Page,
  origin: string,
  screens: readonly OpenedScreen[],
): Promise<readonly string[]> {
  expect(screens).not.toEqual([])
  const wrong: string[] = []
  const watch = await watchPage(page)
  watch.allow(401, /^\/api\/user\/session$/)
  watch.allow(404, /^\/no\/such\/page$/)
  // A page behind another one draws no frames.
  await page.bringToFront()
  for (const [index, { address, heading }] of screens.entries()) {
    if (index === 0) await page.goto(`${origin}${address}`)
    else await navigate(asChromium(page), address)
    const isShown = await isSoonDrawn(page, heading)
    const shown = await page.evaluate(() => document.querySelector('h1')?.textContent ?? '')
    if (!isShown) wrong.push(`${address} shows "${shown}" where "${heading}" is expected`)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (beyond > 0) wrong.push(`${address} scrolls sideways`)
    // Time for late faults; Puppeteer never sees the end of some files that Firefox takes from its cache.
    await page.waitForNetworkIdle({ timeout: 2000 }).catch(() => null)
    wrong.push(...watch.faults.splice(0).map((fault) => `${address}: ${fault}`))
  }
  return wrong
}

test('every screen is drawn without a fault, in Firefox', async ({ site }) => {
  const { origin } = site
  const [admin, customer] = [await site.visitor('admin'), await site.visitor('customer')]
  for (const page of [admin, customer]) await page.goto(`${origin}/dashboard`)
  const ids = await findIds(asChromium(admin), asChromium(customer))
  const { screens } = await readScreens(asChromium(admin), ids)
  const of = (...areas: string[]) =>
    screens.filter(({ area, path }) => areas.includes(area) && !leaves.has(path))
  expect([
    ...(await visit(await site.visitor(), origin, of('public', 'guest'))),
    ...(await visit(customer, origin, of('user'))),
    ...(await visit(admin, origin, of('admin'))),
  ]).toEqual([])
})
