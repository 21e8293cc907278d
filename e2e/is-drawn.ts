/** Runs in the page: it has drawn what it waited for, one heading, no placeholder left and nothing busy. */
export function isDrawn(wanted?: string): boolean {
  const headings = [...document.querySelectorAll('h1')].map(({ textContent }) => textContent.trim())
  const isPlaceholder = (each: Element) => each.matches('[aria-busy="true"]') || each.checkVisibility()
  const isOnlyHeading = headings.length === 1 && (wanted === undefined || headings[0] === wanted)
  return (
    isOnlyHeading && ![...document.querySelectorAll('.sp-skeleton, [aria-busy="true"]')].some(isPlaceholder)
  )
}
