import { expect, test, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { watchPage } from './watch-page.ts'

let site: SecureSite
test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
})
test.afterAll(() => site.close())

const fallback = 'Sorry, something went wrong. Please try refreshing the page.'
const scrollPosition = (page: Page) => page.evaluate(() => window.scrollY)

test('[STA1][CALL6][CALL7][RTP9] style and script of the operator come before the session, and stay out in safe mode of staff alone', async () => {
  const { context, page } = await site.visitor('admin')
  await page.goto('/dashboard')
  // The session of this start is not one of the calls that are looked at.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await callApi(page, 'PATCH', '/api/settings', {
    values: {
      custom_css: ':root { --operator: here }',
      custom_js:
        'document.documentElement.dataset.operator = document.querySelector("h1") ? "late" : "early"',
    },
  })
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  const watch = watchPage(page)
  // A script that takes three seconds is not waited for any longer: no time passes until it is there.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/dashboard')
  await expect(page.locator('html')).toHaveAttribute('data-operator', /./)
  await page.clock.resume()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.locator('html').getAttribute('data-operator')).toBe('early')
  expect(
    await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--operator')),
  ).toBe('here')
  expect(await page.locator('link[rel="preload"][href="/api/system/custom.css"]').count()).toBe(1)
  const [style, script, session] = ['custom.css', 'custom.js', 'session'].map((name) =>
    calls.findIndex((path) => path.endsWith(`/${name}`)),
  )
  expect(style).toBeGreaterThanOrEqual(0)
  expect(script).toBeGreaterThanOrEqual(0)
  expect(session).toBeGreaterThan(Number(script))
  watch.check()

  await page.goto('/dashboard?safe-mode=1')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.locator('html').getAttribute('data-operator')).toBeNull()
  await context.close()
  const guest = await site.visitor()
  await guest.page.goto('/auth/login?safe-mode=1')
  await expect(guest.page.locator('html')).toHaveAttribute('data-operator', /./)
  await guest.context.close()
})

test('[STA5][LOC1][LOC2] ui-settings are watched although the script of the tools does not arrive', async () => {
  const { context, page } = await site.visitor()
  await page.route(/\/assets\/signed-in-parts-[^/]*\.js$/, (route) => route.abort())
  await page.goto('/auth/login')
  await expect(page.getByLabel('Username or email')).toBeEditable()
  const html = page.locator('html')
  await page.evaluate(() => localStorage.setItem('ui-settings', '{"theme":"light"}'))
  await expect(html).toHaveAttribute('data-theme', 'light')
  await page.evaluate(() => Object.assign(localStorage, { 'ui-settings': '{"theme":"dark"}' }))
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await page.evaluate(() => localStorage.removeItem('ui-settings'))
  await expect(html).not.toHaveAttribute('data-theme')
  const other = await context.newPage()
  await other.goto('/privacy-policy')
  await other.evaluate(() => localStorage.setItem('ui-settings', '{"theme":"light"}'))
  await expect(html).toHaveAttribute('data-theme', 'light')
  await context.close()
})

test('[STA8][OVL12][ERR8] the fallback screen replaces an application that cannot be mounted', async () => {
  const { context, page } = await site.visitor()
  await page.addInitScript(() => {
    const rename = () => document.getElementById('app')?.setAttribute('id', 'elsewhere')
    new MutationObserver(rename).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/privacy-policy')
  await expect(page.getByRole('heading', { name: 'Application Error' })).toBeVisible()
  await expect(page.getByText(fallback)).toBeVisible()
  await context.close()
})

test('[STA8][OVL12][ERR8] the fallback screen replaces an application that fails while it is drawn', async () => {
  const { context, page } = await site.visitor()
  // As a script of the operator might break it.
  await page.addInitScript(() => {
    window.scrollTo = () => {
      throw new Error('broken by another script')
    }
  })
  await page.goto('/privacy-policy')
  await expect(page.getByRole('heading', { name: 'Application Error' })).toBeVisible()
  await expect(page.getByText(fallback)).toBeVisible()
  await context.close()
})

test('[NAV8] back, forward, a changed query and a link to the open page start at the top', async () => {
  const { context, page } = await site.visitor()
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto('/privacy-policy')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const scrollDown = () =>
    expect(async () => {
      await page.evaluate(() => {
        document.body.style.minHeight = '3000px'
        window.scrollTo(0, 400)
      })
      expect(await scrollPosition(page)).toBe(400)
    }).toPass()
  const expectTop = () => expect.poll(() => scrollPosition(page)).toBe(0)
  await scrollDown()
  await page.evaluate(() => window.history.pushState(null, '', '/terms-of-service'))
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')))
  await expectTop()
  await scrollDown()
  await page.goBack()
  await expect(page).toHaveURL(/\/privacy-policy$/)
  await expectTop()
  await scrollDown()
  await page.goForward()
  await expect(page).toHaveURL(/\/terms-of-service$/)
  await expectTop()
  await scrollDown()
  await page.evaluate(() => window.history.pushState(null, '', '?part=2'))
  await page.evaluate(() => window.dispatchEvent(new PopStateEvent('popstate')))
  await expectTop()
  await context.close()
})

test('[LOC4] a page is English from its first byte until the visitor chooses, then in the language of the cookie', async () => {
  const { context, page } = await site.visitor()
  await context.setExtraHTTPHeaders({ 'accept-language': 'de-DE,de;q=0.9' })
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const note = () => {
      const { lang } = document.documentElement
      const heading = document.querySelector('h1')?.textContent
      if (heading && !seen.includes(`${lang} ${heading}`)) seen.push(`${lang} ${heading}`)
    }
    new MutationObserver(note).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    })
  })
  const seen = () => page.evaluate(() => Reflect.get(window, 'seen') as unknown)
  await page.goto('/auth/login')
  await expect(page.getByLabel('Username or email')).toBeEditable()
  expect(await seen()).toEqual(['en Log in'])
  await context.addCookies([{ name: 'locale', value: 'DE', url: site.origin }])
  await page.goto('/auth/login')
  await expect(page.locator('form input').first()).toBeEditable()
  expect(await seen()).toEqual(['de Anmelden'])
  await context.close()
})
