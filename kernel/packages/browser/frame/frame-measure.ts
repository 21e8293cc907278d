const room = 24

/** How far a dialog or menu that is open reaches: it lies over the content and adds nothing to its height. */
const overlayReach = (document: Document): number =>
  Math.max(
    0,
    ...[...document.querySelectorAll('dialog[open], [popover]:popover-open')].map((each) => {
      const { height, bottom } = each.getBoundingClientRect()
      return (each instanceof HTMLDialogElement ? height : bottom) + room
    }),
  )

/** Tells how high the content is, now and whenever it changes. */
export const measureFrame = (document: Document, content: Element, tell: (px: number) => void): void => {
  let last = -1
  const measure = (): void => {
    const px = Math.max(content.getBoundingClientRect().height, overlayReach(document))
    if (px === last) return
    last = px
    tell(px)
  }
  new ResizeObserver(measure).observe(content)
  new MutationObserver(measure).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['open', 'popover', 'style'],
  })
  document.addEventListener('toggle', measure, true)
}
