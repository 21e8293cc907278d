import type { ReactNode } from 'react'
import { Lock } from './icons.ts'
import { Notice } from './notice.tsx'
import { useUiText } from './ui-text.ts'

/** The visitor may not see this. @example <Forbidden action={<LinkButton to="/dashboard">Dashboard</LinkButton>} /> */
export const Forbidden = ({
  scene,
  title,
  text,
  action,
}: {
  /** A drawing in place of the lock: `Scene` of `sdk/ui/art`. */
  scene?: ReactNode
  title?: string
  text?: ReactNode
  action?: ReactNode
}) => {
  const words = useUiText()
  return (
    <div className="sp-card">
      <Notice
        icon={<Lock />}
        scene={scene}
        title={title ?? words('ui.forbiddenTitle')}
        text={text ?? words('ui.forbiddenText')}
        action={action}
      />
    </div>
  )
}
