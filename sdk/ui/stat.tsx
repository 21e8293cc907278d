import type { ReactNode } from 'react'

/** One figure and what it counts. @example <Stat label="Coins" value="1,240" note="12 today" icon={<Coins />} /> */
export const Stat = ({
  label,
  value,
  note,
  icon,
}: {
  label: string
  value: ReactNode
  note?: ReactNode
  icon?: ReactNode
}) => (
  <dl className="sp-stat">
    <dt className="sp-stat-label">
      {icon}
      {label}
    </dt>
    <dd className="sp-stat-value">{value}</dd>
    {note && <dd className="sp-stat-note">{note}</dd>}
  </dl>
)
