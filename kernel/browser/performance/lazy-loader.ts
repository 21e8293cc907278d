const options = { rootMargin: '50px', threshold: 0.1 }
const selector = '[data-src], [data-background], [data-lazy]'

/** Gives an element what it was waiting for. */
const reveal = (element: Element): void => {
  if (!(element instanceof HTMLElement)) return
  const { src, background } = element.dataset
  if (src !== undefined) {
    element.setAttribute('src', src)
    delete element.dataset['src']
  }
  if (background !== undefined) {
    element.style.backgroundImage = `url(${JSON.stringify(background)})`
    delete element.dataset['background']
  }
  delete element.dataset['lazy']
}

/** Reveals elements as they come near. */
const createNearness = (window: Window & typeof globalThis): IntersectionObserver =>
  new window.IntersectionObserver((entries, observer) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      reveal(target)
    }
  }, options)

/**
 * Loads pictures and backgrounds: as they come near, or, when not `lazy`, as soon as they are there.
 * Returns its undo.
 */
export const startLazyLoader = (window: Window & typeof globalThis, lazy: boolean): (() => void) => {
  const { document } = window
  const nearness = lazy ? createNearness(window) : null
  const take = (element: Element): void => (nearness ? nearness.observe(element) : reveal(element))
  const takeIn = (root: ParentNode): void => {
    for (const element of root.querySelectorAll(selector)) take(element)
  }
  const added = new window.MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof window.Element)) continue
      if (node.matches(selector)) take(node)
      takeIn(node)
    }
  })
  takeIn(document)
  added.observe(document.body, { childList: true, subtree: true })
  return () => {
    added.disconnect()
    nearness?.disconnect()
  }
}
