import { expect, test } from '@playwright/test'
import { createMovedCheckout, type MovedCheckout } from '../tests/support/product/moved-checkout.ts'
import { openBehindHttps } from './behind-https.ts'
import { callApi } from './call-api.ts'
import { comeAsFirstAdmin } from './people.ts'
import { settle } from './check-screen.ts'
import { watchPage } from './watch-page.ts'

/** One with a page, a table and a flag; and one whose contract others import, with tests beside its code. */
const moved = ['store', 'mail'] as const

let checkout: MovedCheckout

test.beforeAll(() => {
  checkout = createMovedCheckout(moved)
})
test.afterAll(() => checkout.remove())

test('[KRN9] a built-in that was moved to plugins is built beside a dashboard without it', () => {
  const told = checkout.run('kernel/cli/build.ts')
  expect(told).toMatch(/^Built the dashboard in /m)
  expect(told).toMatch(/^Built the plugins mail, store in /m)
})

test('[KRN9] its page is loaded from there and drawn, and its menu entry leads to it', async ({
  playwright,
}) => {
  const site = await openBehindHttps(playwright, {}, checkout)
  try {
    const { page } = await site.visitor()
    const watch = watchPage(page)
    watch.allow(401, /^\/api\/user\/session$/)
    const scripts: string[] = []
    page.on('response', (answer) => scripts.push(new URL(answer.url()).pathname))
    await comeAsFirstAdmin(page, site.product)
    await callApi(page, 'PATCH', '/api/settings', { values: { store_enabled: true, max_ram: 4096 } })
    await page.goto('/dashboard')
    await page.getByRole('navigation').getByRole('link', { name: 'Store', exact: true }).click()
    await expect(page).toHaveURL(`${site.origin}/store`)
    await settle(page)
    await expect(page.getByRole('heading', { name: 'Store', level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Memory' })).toBeVisible()
    expect(
      scripts.filter((path) => /^\/assets\/plugins\/store\/\w+\/browser\/store-page-/.test(path)),
    ).toHaveLength(1)
    const { plugins } = await callApi(page, 'GET', '/api/plugin-manager/plugins')
    for (const id of moved)
      expect(plugins).toContainEqual(
        expect.objectContaining({ id, source: 'folder', state: 'active', faults: 0 }),
      )
    watch.check()
  } finally {
    await site.close()
  }
})

test('[KRN9] their own tests are found and pass, which moved with them', () => {
  const vitest = 'node_modules/vitest/vitest.mjs'
  // Without a server of its own: that one starts with the moved built-in is seen above.
  const told = checkout.run(vitest, 'run', '--maxWorkers=1', 'plugins/mail/server/write-message')
  expect(told).toContain('✓ plugins/mail/server/write-message.test.ts')
  expect(checkout.run(vitest, 'list', '--maxWorkers=1', 'plugins/store/store')).toContain('[STO1]')
})
