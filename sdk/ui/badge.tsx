import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { Tone } from './tone.ts'

/** A short mark. @example <Badge tone="accent">Admin</Badge> */
export const Badge = ({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
}) => (
  <span className={classNames('sp-badge', `sp-tone-${tone}`)}>
    {icon}
    {children}
  </span>
)

/** A state, with its dot. @example <Status tone="success">Running</Status> */
export const Status = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <Badge tone={tone} icon={<span className="sp-badge-dot" />}>
    {children}
  </Badge>
)
