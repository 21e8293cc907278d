import type { PageParts } from '../../common/plan.ts'

const customStyle =
  '<link rel="preload" as="style" href="/api/system/custom.css"><link rel="stylesheet" href="/api/system/custom.css">'

export interface PlacedStyles {
  readonly head: string
  /** Behind the first view, which is painted without waiting for it. */
  readonly body: string
  /** Hash of the inline style, for the CSP. */
  readonly hash: string | null
}

/**
 * The shell's stylesheet before the operator's, always. A first view carries the rules it needs, so that it is painted
 * without another request and both stylesheets come behind it; unless the operator's has rules of its own, which no
 * paint is to be without. The fonts stand in the page, and only there: declared again by the stylesheet, a font that
 * came meanwhile would move the text.
 */
export function placeStyles(options: {
  readonly style: PageParts['style']
  readonly hasFirstView: boolean
  readonly hasCustomStyle: boolean
  readonly safeMode: boolean
}): PlacedStyles {
  const { style, safeMode } = options
  const whole = `${style?.tag ?? ''}${safeMode ? '' : customStyle}`
  if (!style) return { head: whole, body: '', hash: null }
  const isEarly = !options.hasFirstView || (options.hasCustomStyle && !safeMode)
  const { text, hash } = isEarly ? style.fonts : style.firstView
  const inline = `<style>${text}</style>`
  return isEarly ? { head: `${inline}${whole}`, body: '', hash } : { head: inline, body: whole, hash }
}
