import { Badge } from '@spawnpoint/sdk/ui'

/** A role in its colour. The name stays in the text colour: any colour may be chosen, also one that cannot be read. */
export const RoleBadge = ({ name, color }: { name: string; color: string }) => (
  <Badge icon={<span className="sp-badge-dot" style={{ backgroundColor: color }} />}>{name}</Badge>
)
