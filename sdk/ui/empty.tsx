import type { ReactNode } from 'react'
import { Inbox } from './icons.ts'
import { Notice } from './notice.tsx'
import { useUiText } from './ui-text.ts'

/** Nothing to show, and what to do about it. @example <Empty title="No servers yet" action={<LinkButton to="/server/create">New</LinkButton>} /> */
export const Empty = ({
  icon = <Inbox />,
  scene,
  title,
  text,
  action,
}: {
  icon?: ReactNode
  /** A drawing in place of the icon: `Scene` of `sdk/ui/art`. */
  scene?: ReactNode
  title?: string
  text?: ReactNode
  action?: ReactNode
}) => {
  const words = useUiText()
  return <Notice icon={icon} scene={scene} title={title ?? words('ui.empty')} text={text} action={action} />
}
