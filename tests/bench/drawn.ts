import type { Page } from '@playwright/test'

const mark = 'bench:drawn'

/** Notes, in every page to come, the moment at which its own heading stands there. */
export const noteDrawn = (page: Page): Promise<unknown> =>
  page.addInitScript((name) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main h1')) return
      performance.mark(name)
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  }, mark)

/** Milliseconds from the request to that moment. */
export const readDrawn = async (page: Page): Promise<number> => {
  // On a slow processor the network may fall silent before the last of it is drawn.
  await page.locator('main h1').waitFor()
  return page.evaluate((name) => {
    const [drawn] = performance.getEntriesByName(name)
    if (!drawn) throw new Error('the page was not drawn')
    return drawn.startTime
  }, mark)
}
