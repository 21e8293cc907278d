/** The ways a page comes in. @example pageTransitions.map((style) => <option key={style}>{style}</option>) */
export const pageTransitions = [
  'fade',
  'slide-right',
  'slide-left',
  'slide-up',
  'slide-down',
  'scale',
  'flip',
  'rotate',
] as const

/** One of the ways a page comes in. @example const style: PageTransition = 'fade' */
export type PageTransition = (typeof pageTransitions)[number]

/** The classes that play it on an element as it is mounted. @example <div className={pageTransitionClass('fade')} /> */
export const pageTransitionClass = (style: PageTransition) => `page-transition page-${style}`
