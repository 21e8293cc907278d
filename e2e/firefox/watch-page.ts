import { expect } from '@playwright/test'
import { createHash } from 'node:crypto'
import type { ConsoleMessage, Page } from 'puppeteer-core'

/** Firefox reports a script whose loading was cancelled with the hash of zero bytes. */
const hashOfNothing = createHash('sha384').digest('base64')

/** Errors arrive as handles, whose text says nothing. */
const textOf = async (message: ConsoleMessage) => {
  const parts = message
    .args()
    .map((each) => each.evaluate((value: unknown) => String(value)).catch(() => message.text()))
  return (await Promise.all(parts)).join(' ')
}

/** Collects errors, CSP violations and unexpected failed requests of a page. */
export async function watchPage(page: Page) {
  const faults: string[] = []
  const allowed: { status: number; path: RegExp }[] = []
  // Reports to the server leave in the browser's own time; the event comes at once, and in every browser.
  await page.evaluateOnNewDocument(() =>
    window.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} refused ${blockedURI}`),
    ),
  )
  page.on('pageerror', (error) => {
    const text = String(error)
    if (!text.includes(hashOfNothing)) faults.push(`page error: ${text}`)
  })
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warn') return
    const index = faults.push(`console: ${message.text()}`) - 1
    void textOf(message).then((text) => (faults[index] = `console: ${text}`))
  })
  page.on('response', (response) => {
    if (response.status() < 400) return
    const { pathname } = new URL(response.url())
    if (!allowed.some(({ status, path }) => status === response.status() && path.test(pathname)))
      faults.push(`answer: ${response.status()} ${response.request().method()} ${pathname}`)
  })
  return {
    faults,
    allow: (status: number, path: RegExp) => void allowed.push({ status, path }),
    check: () => expect(faults).toEqual([]),
  }
}
