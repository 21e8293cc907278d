/** Pictures of this site that have a small version. */
const large = /^(\/api\/pictures\/[\w-]+)\/(?:picture\.\w+|web(?:\.webp)?)$/
const smallPx = 480

type Browser = Window & typeof globalThis

/**
 * Loads the small version of a picture where it is drawn small, also on pages to come. Returns its undo, which gives
 * every picture its own address back.
 */
export const startCompression = (window: Browser): (() => void) => {
  const { document, MutationObserver } = window
  const originals = new WeakMap<HTMLImageElement, string>()
  const smallOf = (address: string): string | null => {
    const picture = large.exec(address)?.[1]
    return picture === undefined ? null : `${picture}/thumbnail`
  }
  const look = (image: HTMLImageElement): void => {
    const address = image.getAttribute('src') ?? ''
    const small = smallOf(address)
    const width = image.clientWidth * window.devicePixelRatio
    if (small === null || width === 0 || width > smallPx) return
    originals.set(image, address)
    image.src = small
  }
  const lookAtAll = (): void => document.querySelectorAll('img').forEach(look)
  const added = new MutationObserver(lookAtAll)
  lookAtAll()
  added.observe(document.body, { childList: true, subtree: true })
  return () => {
    added.disconnect()
    for (const image of document.querySelectorAll('img')) {
      const address = originals.get(image)
      // The page may have given the element another picture since.
      if (address !== undefined && smallOf(address) === image.getAttribute('src')) image.src = address
    }
  }
}
