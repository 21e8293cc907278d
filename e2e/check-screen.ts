import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { isDrawn } from './is-drawn.ts'
import type { OpenedScreen } from './site-content.ts'

/** Opens an address as a link in the page does, without loading a document. */
export const navigate = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, address)

/** The time that an assertion waits: the assertions that follow say what is missing. */
const DRAWN_MS = 180_000

/** Looks at each frame, where assertions look twice a second once a page takes its time. */
const waitUntilDrawn = (page: Page, heading?: string) =>
  page.waitForFunction(isDrawn, heading, { timeout: DRAWN_MS }).catch(() => undefined)

/** The page has drawn what it waited for: one heading, nothing pending, no placeholder left, nothing busy. */
export const settle = async (page: Page) => {
  await waitUntilDrawn(page)
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('.sp-skeleton:visible, .sp-pending, [aria-busy="true"]')).toHaveCount(0)
}

/** The screen has drawn itself, under its own heading, and stays at its address. */
export const expectDrawn = async (page: Page, { address, heading }: OpenedScreen) => {
  await waitUntilDrawn(page, heading)
  await expect(page.locator('h1'), address).toHaveText([heading])
  await settle(page)
  expect(new URL(page.url()).pathname).toBe(address)
}

/** The visit ended with the refusal, which is closed. */
export const closeRefusal = async (page: Page) => {
  const dialog = page.getByRole('alertdialog', { name: 'Access Denied', exact: true })
  await expect(dialog).toContainText('You do not have permission to access this resource.')
  await expect(page).toHaveURL(/\/errors\/403$/)
  await dialog.getByRole('button').click()
  await expect(dialog).toBeHidden()
}

/** A visit of the screen from within the page is refused. */
export const expectForbidden = async (page: Page, { address }: OpenedScreen) => {
  await navigate(page, address)
  await closeRefusal(page)
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

export const phone = { width: 390, height: 844 }
export const desktop = { width: 1440, height: 900 }

const widthBeyond = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))

/** Waits for a frame that moves nothing: a page that has just been resized lays itself out in several. */
const waitForStillFrame = (page: Page, timeout: number) =>
  page.waitForFunction(
    async () => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const readPlaces = () =>
        [...document.body.querySelectorAll('a, button, input, h1')]
          .map((each) => Object.values(each.getBoundingClientRect().toJSON()).join())
          .join(';')
      await nextFrame()
      const before = readPlaces()
      await nextFrame()
      return readPlaces() === before
    },
    undefined,
    { timeout },
  )

/** On a machine that is far too busy Chromium may draw no frame of a resized page again until the page is reloaded. */
const standStill = (page: Page) =>
  waitForStillFrame(page, DRAWN_MS / 3).catch(async () => {
    await page.reload()
    await settle(page)
    await waitForStillFrame(page, DRAWN_MS)
  })

/** Charts that are wider than their cards, as one stays that was drawn while there was more room. */
const findWideDrawings = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.sp-chart canvas')]
      .filter((each) => {
        const card = each.closest('.sp-card')
        return card && each.getBoundingClientRect().right > card.getBoundingClientRect().right
      })
      .map((each) => each.closest('.sp-chart')?.getAttribute('aria-label') ?? 'a chart'),
  )

/** Elements beyond the edge of the page that nothing scrolls to: the frame of the page cuts them off. */
const findCutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const frame = document.querySelector('.page-frame') ?? document.querySelector('main')
    if (!frame) return []
    // Filters reach beyond it by the width of the mark of focus.
    const edge = frame.getBoundingClientRect().right + 4
    const isCutInside = (element: Element): boolean => {
      const parent = element.parentElement
      if (!parent || parent === frame) return false
      return getComputedStyle(parent).overflowX !== 'visible' || isCutInside(parent)
    }
    return [...frame.querySelectorAll('*')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > edge)
      .filter((each) => each.getBoundingClientRect().width > 1 && !isCutInside(each))
      .slice(0, 3)
      .map((each) => `${each.tagName.toLowerCase()}.${each.getAttribute('class') ?? ''}`)
  })

/** Nothing of the page scrolls sideways or is cut off at the width that it has. */
export const expectFitting = async (page: Page, where: string) => {
  await settle(page)
  await standStill(page)
  await expect.poll(() => widthBeyond(page), `${where} scrolls sideways`).toBe(0)
  await expect.poll(() => findCutOff(page), `${where} is cut off at its edge`).toEqual([])
  await expect.poll(() => findWideDrawings(page), `drawings on ${where}`).toEqual([])
}

export const expectAccessible = async (page: Page, where: string) => {
  const isInjected = await page.evaluate(() => 'axe' in window)
  // The legacy mode leaves out frames of other origins, of which there are none, and with them a second page.
  const { violations } = await new AxeBuilder({ page, ...(isInjected && { axeSource: '0' }) })
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag22aa'])
    .setLegacyMode(true)
    .analyze()
  const faults = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join(' | ')}`,
  )
  expect(faults, `axe on ${where}`).toEqual([])
}

/** The long form: each theme at each size. 640 px are what 200 % zoom leaves of a usual window. */
const checkThemesAndSizes = async (page: Page, where: string) => {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [320, 390, 640, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectFitting(page, `${where}, ${width} px, ${colorScheme}`)
      await expectAccessible(page, `${where}, ${width} px, ${colorScheme}`)
    }
  }
}

/** Checks that apply to every screen, at the width that the page has and at the other, where it stays. */
export const checkScreen = async (page: Page, plugins: readonly string[]) => {
  const where = new URL(page.url()).pathname
  const checkOnDesktop = async () => {
    await expectFitting(page, `${where} on a desktop`)
    await expectAccessible(page, where)
  }
  const checkOnPhone = () => expectFitting(page, `${where} on a phone`)
  if (page.viewportSize()?.width === phone.width) {
    await checkOnPhone()
    await page.setViewportSize(desktop)
    await checkOnDesktop()
  } else {
    await checkOnDesktop()
    await page.setViewportSize(phone)
    await checkOnPhone()
  }
  if (process.env['SOAK']) await checkThemesAndSizes(page, where)
  expect(await page.title(), `the title of ${where}`).toMatch(/\S/)
  expect(await findRawKeys(page, plugins), `raw message keys on ${where}`).toEqual([])
}
