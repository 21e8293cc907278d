import { Link, type LinkProps } from './link.tsx'

/**
 * The link of a table row: a click anywhere in the row follows it. Other links and buttons of the row keep their own.
 * @example <RowLink to="/mc-admin/users/1/edit">ada</RowLink>
 */
export const RowLink = (props: LinkProps) => <Link {...props} className="sp-row-link" />
