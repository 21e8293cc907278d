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
 * The shell's stylesheet before the operator's, always. A first view carries the shell's, so that it is painted without
 * another request; the operator's comes behind it when it is empty, and else before any paint.
 */
export function placeStyles(options: {
  readonly style: PageParts['style']
  readonly hasFirstView: boolean
  readonly hasCustomStyle: boolean
  readonly safeMode: boolean
}): PlacedStyles {
  const { style, safeMode } = options
  const custom = safeMode ? '' : customStyle
  if (!style || !options.hasFirstView) return { head: `${style?.tag ?? ''}${custom}`, body: '', hash: null }
  const text = `<style>${style.text}</style>`
  return options.hasCustomStyle
    ? { head: `${text}${custom}`, body: '', hash: style.hash }
    : { head: text, body: custom, hash: style.hash }
}
