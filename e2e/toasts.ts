import { expect, type BrowserContext, type Page } from '@playwright/test'

/** Remembers each message in its page: one goes by itself, on a busy machine before a test looks at it. */
export const rememberToasts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const seen: string[] = []
    const known = new WeakSet<Element>()
    Object.assign(window, { seenToasts: seen })
    const note = () => {
      for (const toast of document.querySelectorAll('.sp-toast strong')) {
        if (known.has(toast)) continue
        known.add(toast)
        seen.push(toast.textContent)
      }
    }
    new MutationObserver(note).observe(document, { childList: true, subtree: true })
  })

/** The message has come, whether it still stands there or not; each is found once. */
export const expectToast = (page: Page, text: string): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate((wanted) => {
          const seen = Reflect.get(window, 'seenToasts') as string[]
          const at = seen.indexOf(wanted)
          if (at !== -1) seen.splice(at, 1)
          return at !== -1
        }, text),
      `the message "${text}"`,
    )
    .toBe(true)
