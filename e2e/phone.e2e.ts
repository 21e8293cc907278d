import { expect, test, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { navigate, phone, settle } from './check-screen.ts'
import { chooseLanguage } from './languages.ts'

let site: SecureSite
let staff: Page

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
  staff = (await site.visitor('admin')).page
  await staff.setViewportSize(phone)
  await staff.goto('/mc-admin')
})
test.afterAll(() => site.close())

const lists = ['users', 'server-queue', 'server-queue/logs', 'locations', 'eggs', 'audit-log', 'payments']

test('on a phone the rows of lists show dates, states and amounts in one piece, in the longest language', async () => {
  await chooseLanguage(staff, 'DE')
  await staff.goto('/mc-admin')
  for (const list of lists)
    await test.step(list, async () => {
      await navigate(staff, `/mc-admin/${list}`)
      await expect(staff.locator('.sp-row').first()).toBeVisible()
      await settle(staff)
      // Two lines hold every text of the prepared site; a name of any length may still end in dots.
      const cut = await staff
        .locator('.sp-row-meta .sp-row-fact')
        .evaluateAll((facts) =>
          facts
            .filter(
              (fact) => fact.scrollWidth > fact.clientWidth + 1 || fact.scrollHeight > fact.clientHeight + 1,
            )
            .map((fact) => fact.textContent),
        )
      expect(cut).toEqual([])
    })
  await chooseLanguage(staff, 'EN')
})

test('with the keys alone the focus is never below the bars of the shell', async () => {
  await staff.goto('/mc-admin')
  await expect(staff.getByRole('heading', { name: 'Recent activity' })).toBeVisible()
  await settle(staff)
  const covered: string[] = []
  for (const key of ['Tab', 'Shift+Tab'])
    for (let press = 0; press < 50; press += 1) {
      await staff.keyboard.press(key)
      const hidden = await staff.evaluate(() => {
        const { activeElement } = document
        if (!activeElement?.closest('#main') || activeElement.id === 'main') return null
        const { x, y, width, height } = activeElement.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return top?.closest('.shell-bar, .shell-top-frame') ? activeElement.outerHTML : null
      })
      if (hidden !== null) covered.push(hidden)
    }
  expect(covered).toEqual([])
})
