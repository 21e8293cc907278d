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

/** Calls `take` with every element of the page that fits, now and later. Returns its undo. */
const watchElements = (
  { document, MutationObserver, Element }: Window & typeof globalThis,
  fits: string,
  take: (element: Element) => void,
): (() => void) => {
  const takeIn = (root: ParentNode): void => root.querySelectorAll(fits).forEach(take)
  const added = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue
      if (node.matches(fits)) take(node)
      takeIn(node)
    }
  })
  takeIn(document)
  added.observe(document.body, { childList: true, subtree: true })
  return () => added.disconnect()
}

/**
 * Loads pictures and backgrounds: as they come near, or, when not `lazy`, as soon as they are there.
 * Returns its undo.
 */
export const startLazyLoader = (window: Window & typeof globalThis, lazy: boolean): (() => void) => {
  const nearness = lazy ? createNearness(window) : null
  const unwatch = watchElements(window, selector, (element) =>
    nearness ? nearness.observe(element) : reveal(element),
  )
  return () => {
    unwatch()
    nearness?.disconnect()
  }
}

/** Pictures decode off the main thread and load when they come near, unless their author said otherwise. */
export const startImageOptimizer = (window: Window & typeof globalThis): (() => void) =>
  watchElements(window, 'img', (image) => {
    if (!image.hasAttribute('loading')) image.setAttribute('loading', 'lazy')
    if (!image.hasAttribute('decoding')) image.setAttribute('decoding', 'async')
  })
