/** The part of Playwright's `Page` that {@link watchPage} needs. @example const problems = watchPage(page satisfies WatchedPage) */
export interface WatchedPage {
  on(event: 'pageerror', listener: (error: Error) => void): unknown
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): unknown
  on(event: 'request', listener: (request: { url(): string; postData(): string | null }) => void): unknown
  on(event: 'response', listener: (response: { url(): string; status(): number }) => void): unknown
}

/**
 * Collects what no page of the dashboard should cause: errors, errors and warnings of the console, reports of the content
 * security policy, and answers with status 500 or higher. What it gives answers with one sentence for each so far.
 *
 * @example
 * const problems = watchPage(page)
 * await page.goto(`${product.url}/p/acme-notes`)
 * expect(problems()).toEqual([])
 */
export function watchPage(page: WatchedPage): () => readonly string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`Error: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    // The browser prints every answer with an error, also those that a page expects.
    if (text.startsWith('Failed to load resource')) return
    // A font is used by the first text, which a busy machine may draw later than the browser waits for.
    if (/\.woff2 was preloaded using link preload but not used/.test(text)) return
    if (message.type() === 'error' || message.type() === 'warning') problems.push(`Console: ${text}`)
  })
  page.on('request', (request) => {
    if (request.url().includes('/api/system/csp-reports'))
      problems.push(`Content policy: ${request.postData() ?? ''}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`Answer ${response.status()}: ${response.url()}`)
  })
  return () => problems
}
