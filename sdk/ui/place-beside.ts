const gap = 4
const edge = 8
const narrowest = 208

/**
 * Sets the place of a floating element from its anchor alone, so it can be called before the element is shown.
 * Through the CSSOM: the policy forbids style attributes.
 * @example placeBeside(button, popover, 'end')
 */
export const placeBeside = (anchor: Element, floating: HTMLElement, align: 'start' | 'end' = 'start') => {
  const box = anchor.getBoundingClientRect()
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const below = height - box.bottom
  const upwards = below < 220 && box.top > below
  const leftwards = align === 'end' && box.right > narrowest
  const { style } = floating
  // `translate` moves it by its own size, so `right` and `bottom`, which a scrollbar's gutter shifts, are not needed.
  style.top = `${upwards ? box.top - gap : box.bottom + gap}px`
  style.left = `${leftwards ? box.right : Math.max(edge, Math.min(box.left, width - narrowest))}px`
  style.translate = `${leftwards ? '-100%' : '0'} ${upwards ? '-100%' : '0'}`
  style.maxHeight = `${Math.max(96, (upwards ? box.top : below) - gap - edge)}px`
}
