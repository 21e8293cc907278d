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
 * paint is to be without.
 */
export function placeStyles(options: {
  readonly style: PageParts['style']
  readonly hasFirstView: boolean
  readonly hasCustomStyle: boolean
  readonly safeMode: boolean
}): PlacedStyles {
  const { style, safeMode } = options
  const whole = `${style?.tag ?? ''}${safeMode ? '' : customStyle}`
  const isEarly = !options.hasFirstView || (options.hasCustomStyle && !safeMode)
  if (!style || isEarly) return { head: whole, body: '', hash: null }
  return { head: `<style>${style.firstView}</style>`, body: whole, hash: style.hash }
}
