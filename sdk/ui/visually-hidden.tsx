import type { ReactNode } from 'react'

/** Words for a screen reader only. @example <VisuallyHidden>(opens in a new tab)</VisuallyHidden> */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className="sp-hidden">{children}</span>
)
