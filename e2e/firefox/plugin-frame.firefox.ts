import type { Frame, Page } from 'puppeteer-core'
import { guestPlugin } from '../framed-plugins.ts'
import { expect, registerAdmin, see, test } from './firefox-site.ts'
import { watchPage } from './watch-page.ts'

const id = 'framed-in-firefox'

test.use({ plugins: { [id]: guestPlugin(id, 'frame') } })

const frameOf = async (page: Page): Promise<Frame> => {
  const element = await page.locator(`iframe[data-plugin="${id}"]`).waitHandle()
  const frame = await element.toElement('iframe').then((each) => each.contentFrame())
  return frame
}

const heightOf = (page: Page) =>
  page.$eval(`iframe[data-plugin="${id}"]`, (frame) => frame.getBoundingClientRect().height)

test('[RTP1, RTP2] an isolated plugin works in its frame and reaches nothing around it, in Firefox', async ({
  site,
}) => {
  const { page, origin } = site
  await registerAdmin(site)
  const watch = await watchPage(page)
  await page.goto(`${origin}/p/${id}`)
  const frame = await frameOf(page)
  await frame.locator('::-p-text(Server: pong)').wait()
  await frame.locator('button ::-p-text(Wave)').click()
  await see(page, 'You waved')
  expect(await page.evaluate((key) => localStorage.getItem(key), `plugin.${id}.count`)).toBe('1')

  const before = await heightOf(page)
  await frame.locator('button ::-p-text(Grow)').click()
  await frame.locator('::-p-text(Row 11)').wait()
  await expect.poll(() => heightOf(page)).toBeGreaterThan(before + 100)

  const reached = await frame.evaluate(() => {
    const outcome = (attempt: () => unknown) => {
      try {
        return String(attempt())
      } catch (error) {
        return error instanceof Error ? error.name : String(error)
      }
    }
    return {
      origin: self.origin,
      page: outcome(() => parent.document.title),
      cookie: outcome(() => document.cookie),
      storage: outcome(() => localStorage.length),
    }
  })
  expect(reached).toEqual({
    origin: 'null',
    page: 'SecurityError',
    cookie: 'SecurityError',
    storage: 'SecurityError',
  })
  watch.check()
})
