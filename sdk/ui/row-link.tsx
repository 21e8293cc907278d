import type { ReactNode } from 'react'
import { Link, type LinkProps } from './link.tsx'

/**
 * The link of a table row: a click anywhere in the row follows it. Other links and buttons of the row keep their own.
 * @example <RowLink to="/mc-admin/users/1/edit">ada</RowLink>
 */
export const RowLink = (props: LinkProps) => <Link {...props} className="sp-row-link" />

/**
 * The button of a table row that opens in a dialog: a click anywhere in the row presses it.
 * @example <RowButton onClick={() => {}}>Store</RowButton>
 */
export const RowButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" className="sp-row-link" aria-haspopup="dialog" onClick={onClick}>
    {children}
  </button>
)
