import { expect, type Page, type Response } from '@playwright/test'

/** Records everything that a journey must not cause unless it says so. */
export function watchPage(page: Page) {
  const faults: string[] = []
  const allowed: { status: number; path: RegExp }[] = []
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    // The browser prints every failed answer; those are judged below, by what the step expects.
    if (text.startsWith('Failed to load resource')) return
    // A font is used by the first text, which a busy machine may draw later than the browser waits for.
    if (/\.woff2 was preloaded using link preload but not used/.test(text)) return
    // The accessibility check tries every frame; that of an email's preview runs no scripts.
    if (/^Blocked script execution in '[^']*\/api\/mail-templates\/preview/.test(text)) return
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${text}`)
  })
  page.on('request', (request) => {
    if (request.url().includes('/api/system/csp-reports'))
      faults.push(`policy report: ${request.postData() ?? ''}`)
  })
  page.on('response', (response: Response) => {
    if (response.status() < 400) return
    const path = new URL(response.url()).pathname
    if (allowed.some((each) => each.status === response.status() && each.path.test(path))) return
    faults.push(`answer: ${response.status()} ${response.request().method()} ${path}`)
  })
  return {
    /** From here on this answer is what the step wants to see. */
    allow: (status: number, path: RegExp) => allowed.push({ status, path }),
    check: () => expect(faults).toEqual([]),
  }
}
