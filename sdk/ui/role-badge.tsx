import type { CSSProperties } from 'react'

/**
 * A role, or whatever else has a colour of its own. The name stays in the text colour: any colour may be chosen, also
 * one that cannot be read.
 *
 * @example <RoleBadge name="Support" color="#3b82f6" />
 */
export const RoleBadge = ({ name, color }: { name: string; color: string }) => (
  // A custom property, which the type of CSS properties does not list.
  <span className="sp-badge sp-badge-role" style={{ '--role-color': color } as CSSProperties}>
    <span className="sp-badge-dot" style={{ backgroundColor: color }} />
    {name}
  </span>
)
