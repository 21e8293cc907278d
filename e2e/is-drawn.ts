/** Runs in the page: it has drawn what it waited for, one heading, nothing pending, no placeholder, nothing busy. */
export function isDrawn(wanted?: string): boolean {
  const headings = [...document.querySelectorAll('h1')].map(({ textContent }) => textContent.trim())
  // A part that is pending hides what stands below it until it has come.
  const isPlaceholder = (each: Element) =>
    each.matches('[aria-busy="true"], .sp-pending') || each.checkVisibility()
  const isOnlyHeading = headings.length === 1 && (wanted === undefined || headings[0] === wanted)
  const waiting = document.querySelectorAll('.sp-skeleton, .sp-pending, [aria-busy="true"]')
  return isOnlyHeading && ![...waiting].some(isPlaceholder)
}
