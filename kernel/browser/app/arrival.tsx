import { useEffect } from 'react'

const focusHeading = (document: Document): void => {
  const main = document.querySelector('main')
  const heading = main?.querySelector('h1') ?? main
  if (!heading) return
  heading.setAttribute('tabindex', '-1')
  heading.focus({ preventScroll: true })
}

/** Mounted together with a page's content: a screen reader hears of the new page. The first one keeps its focus. */
export const Arrival = ({ isFirst }: { isFirst: boolean }) => {
  useEffect(() => {
    if (!isFirst) focusHeading(document)
  }, [isFirst])
  return null
}
