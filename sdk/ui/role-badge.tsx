import { Badge } from './badge.tsx'

/**
 * A role, or whatever else has a colour of its own. The name stays in the text colour: any colour may be chosen, also
 * one that cannot be read.
 *
 * @example <RoleBadge name="Support" color="#3b82f6" />
 */
export const RoleBadge = ({ name, color }: { name: string; color: string }) => (
  <Badge icon={<span className="sp-badge-dot" style={{ backgroundColor: color }} />}>{name}</Badge>
)
