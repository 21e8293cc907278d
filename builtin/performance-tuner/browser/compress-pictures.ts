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
  const before = new Map<HTMLImageElement, string>()
  const look = (image: HTMLImageElement): void => {
    const address = image.getAttribute('src') ?? ''
    const found = large.exec(address)
    const width = image.clientWidth * window.devicePixelRatio
    if (!found?.[1] || width === 0 || width > smallPx) return
    before.set(image, address)
    image.src = `${found[1]}/thumbnail`
  }
  const lookAtAll = (): void => document.querySelectorAll('img').forEach(look)
  const added = new MutationObserver(lookAtAll)
  lookAtAll()
  added.observe(document.body, { childList: true, subtree: true })
  return () => {
    added.disconnect()
    for (const [image, address] of before) image.setAttribute('src', address)
  }
}
