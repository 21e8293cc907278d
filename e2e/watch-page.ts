import { expect, type Page, type Request, type Response } from '@playwright/test'

const isLogOut = (request: Request) => new URL(request.url()).pathname === '/api/auth/logout'

/**
 * Tells whether a page asked for something while or after it logged out. The server may answer a question that was
 * under way after the session ended, and parts of the page that load late still ask until the log-in page stands.
 */
function watchLogOut(page: Page) {
  const open = new Set<Request>()
  const overtaken = new WeakSet<Request>()
  let isLeaving = false
  page.on('request', (request) => {
    if (isLogOut(request)) {
      isLeaving = true
      for (const each of open) overtaken.add(each)
    } else if (request.method() !== 'GET' || request.isNavigationRequest()) isLeaving = false
    if (isLeaving) overtaken.add(request)
    open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return (request: Request) => request.method() === 'GET' && overtaken.has(request)
}

/** Records everything that a journey must not cause unless it says so. */
export function watchPage(page: Page) {
  const faults: string[] = []
  const allowed: { status: number; path: RegExp }[] = []
  const wasOvertaken = watchLogOut(page)
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
    if (response.status() === 401 && wasOvertaken(response.request())) return
    faults.push(`answer: ${response.status()} ${response.request().method()} ${path}`)
  })
  return {
    /** From here on this answer is what the step wants to see. */
    allow: (status: number, path: RegExp) => allowed.push({ status, path }),
    check: () => expect(faults).toEqual([]),
  }
}
