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
 * The shell's stylesheet before the operator's, always. A first view needs only the few rules that travel with it, so
 * there both may come after it; unless the operator has styles of their own, which no paint is to be without.
 */
export function placeStyles(options: {
  readonly style: PageParts['style']
  readonly hasFirstView: boolean
  readonly hasCustomStyle: boolean
  readonly safeMode: boolean
}): PlacedStyles {
  const { style, safeMode } = options
  const whole = `${style?.tag ?? ''}${safeMode ? '' : customStyle}`
  const isEarly = safeMode || options.hasCustomStyle || !options.hasFirstView
  if (!style || isEarly) return { head: whole, body: '', hash: null }
  return { head: `<style>${style.critical}</style>`, body: whole, hash: style.hash }
}
