import { expect, registerAdmin, see, test } from './firefox-site.ts'
import { watchPage } from './watch-page.ts'

test('the log-in page and the dashboard are drawn without a fault, in Firefox', async ({ site }) => {
  const { page, origin } = site
  const watch = await watchPage(page)
  await page.goto(`${origin}/auth/login`)
  await see(page, 'Welcome back.')
  await page.waitForNetworkIdle()
  watch.check()
  await registerAdmin(site)
  watch.check()
  await page.reload()
  await page.locator('nav a[href="/dashboard"]').wait()
  await page.waitForNetworkIdle()
  watch.check()
})

test('the policy holds and what it refuses is seen, in Firefox', async ({ site }) => {
  const { page, origin, asked } = site
  const watch = await watchPage(page)
  await page.goto(`${origin}/auth/login`)
  await see(page, 'Welcome back.')
  const outcome = await page.evaluate(async () => {
    const image = document.body.appendChild(new Image())
    image.src = 'https://elsewhere.example/a.png'
    const inline = document.createElement('script')
    try {
      inline.textContent = 'window.hasRunInline = true'
      document.body.append(inline)
    } catch {
      // Where Trusted Types are known, the text itself is refused.
    }
    let html = 'written'
    try {
      document.createElement('p').innerHTML = '<b>x</b>'
    } catch (error) {
      html = error instanceof Error ? error.name : 'other'
    }
    return { html, hasTrustedTypes: 'trustedTypes' in window, hasRunInline: 'hasRunInline' in window }
  })
  expect(outcome.html).toBe(outcome.hasTrustedTypes ? 'TypeError' : 'written')
  expect(outcome.hasRunInline).toBe(false)
  await expect.poll(() => watch.faults.join('\n')).toContain('policy: img-src refused')
  expect(watch.faults.join('\n')).toMatch(/policy: (require-trusted-types-for|script-src)/)
  // The browser gathers its reports for some seconds.
  await expect.poll(() => asked).toContain('/api/system/csp-reports')
})

test('[RTP14] whoever leaves a page that still loads gets to the next one, in Firefox', async ({ site }) => {
  const { page, origin } = site
  await registerAdmin(site)
  const paths = ['/account', '/mc-admin/plugins', '/mc-admin/settings', '/dashboard']
  // Firefox gives up what the page still loads, now and then something that the page waits for.
  for (let time = 0; time < 24; time += 1) {
    const path = paths[time % paths.length] ?? ''
    await page.goto(`${origin}${path}`)
    expect(await page.evaluate(() => location.pathname)).toBe(path)
  }
  expect(await page.evaluate(() => sessionStorage.getItem('spawnpoint_reloaded_at'))).toBeNull()
})
