import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** The page has drawn what it waited for: one heading, no placeholder left, nothing busy. */
export const settle = async (page: Page) => {
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('.sp-skeleton:visible, [aria-busy="true"]')).toHaveCount(0)
}

/** Names of messages that stand on the screen where their words should. */
export const findRawKeys = (page: Page, plugins: readonly string[]): Promise<string[]> =>
  page.evaluate((roots) => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const parent = node.parentElement
      // Permissions and settings are shown by their names, as code.
      if (!parent || parent.closest('code, script, style, template') || !parent.checkVisibility()) continue
      const [root = ''] = text.split('.')
      const isDotted = /^[a-z-]+(\.[a-zA-Z-]+)+$/.test(text) && roots.includes(root)
      if (isDotted || /^(nav|title|label|hint|fields|pages|groups)(\.[a-zA-Z]+)*$/.test(text))
        found.push(text)
    }
    return found
  }, plugins)

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const

const widthBeyond = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))

const expectAccessible = async (page: Page, where: string) => {
  // The legacy mode leaves out frames of other origins, of which there are none, and with them a second page.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag22aa'])
    .setLegacyMode(true)
    .analyze()
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(faults, `axe on ${where}`).toEqual([])
}

/** Checks that apply to every screen, on phone and desktop. */
export const checkScreen = async (page: Page, plugins: readonly string[]) => {
  const where = new URL(page.url()).pathname
  for (const size of sizes) {
    await page.setViewportSize(size)
    await settle(page)
    // Asked again for a moment: a page that has just been resized may still be laying itself out.
    await expect.poll(() => widthBeyond(page), `${where} at ${size.width} scrolls sideways`).toBe(0)
  }
  expect(await page.title(), `the title of ${where}`).toMatch(/\S/)
  expect(await findRawKeys(page, plugins), `raw message keys on ${where}`).toEqual([])
  await expectAccessible(page, where)
}
