import { expect, test, type Page } from '@playwright/test'
import { openPreparedSite, type SecureSite } from './behind-https.ts'
import { navigate, phone, settle } from './check-screen.ts'
import { chooseLanguage, languages } from './languages.ts'

let site: SecureSite
let staff: Page

test.beforeAll(async ({ playwright }) => {
  site = await openPreparedSite(playwright)
  staff = (await site.visitor('admin')).page
  await staff.setViewportSize(phone)
  await staff.goto('/mc-admin')
})
test.afterAll(() => site.close())

const lists = [
  'users',
  'servers',
  'server-queue',
  'server-queue/logs',
  'locations',
  'eggs',
  'audit-log',
  'payments',
]

/** Hints in empty fields that are wider than their field. */
const findCutHints = () => {
  const pen = document.createElement('canvas').getContext('2d')
  return [...document.querySelectorAll<HTMLInputElement>('main input[placeholder]')]
    .filter((field) => {
      const style = getComputedStyle(field)
      if (pen) pen.font = style.font
      const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
      return field.checkVisibility() && (pen?.measureText(field.placeholder).width ?? 0) > room + 1
    })
    .map(({ placeholder }) => placeholder)
}

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
      expect(await staff.evaluate(findCutHints)).toEqual([])
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

/** Words of the bottom bar that take more than one line, and entries that the next one or the window's edge covers. */
const findTornWords = () => {
  const bar = [...document.querySelectorAll('.shell-bar-entry')]
  const words = bar.flatMap((entry) => {
    const text = entry.querySelector('span')?.firstChild
    return text ? [...(text.textContent ?? '').matchAll(/\S+/g)].map((word) => ({ text, word })) : []
  })
  const torn = words.filter(({ text, word: { 0: letters, index } }) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + letters.length)
    return range.getClientRects().length > 1
  })
  const edges = [...bar.slice(1).map((next) => next.getBoundingClientRect().left), window.innerWidth]
  const covered = bar.filter(
    (entry, at) => (entry.querySelector('span')?.getBoundingClientRect().right ?? 0) > (edges[at] ?? 0) + 1,
  )
  return [...torn.map(({ word }) => word[0]), ...covered.map((entry) => entry.textContent)]
}

test('at 320 px the bottom bar breaks no word, in every language', async () => {
  const { page } = await site.visitor('customer')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/leaderboard')
  for (const [language, tag] of Object.entries(languages)) {
    await chooseLanguage(page, language)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', tag)
    // The current entry is bold, thus wider.
    await expect(page.locator('.shell-bar-entry[aria-current="page"]')).toBeVisible()
    expect(await page.evaluate(findTornWords), language).toEqual([])
  }
})
