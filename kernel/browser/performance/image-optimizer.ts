const optimize = (image: HTMLImageElement): void => {
  if (!image.hasAttribute('loading')) image.loading = 'lazy'
  if (!image.hasAttribute('decoding')) image.decoding = 'async'
}

/** Pictures decode off the main thread and load when they come near, unless their author said otherwise. */
export const startImageOptimizer = (window: Window & typeof globalThis, document: Document): (() => void) => {
  const optimizeIn = (root: ParentNode): void => {
    for (const image of root.querySelectorAll('img')) optimize(image)
  }
  const added = new window.MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) {
        if (node instanceof window.HTMLImageElement) optimize(node)
        else if (node instanceof window.Element) optimizeIn(node)
      }
  })
  optimizeIn(document)
  added.observe(document.body, { childList: true, subtree: true })
  return () => added.disconnect()
}
