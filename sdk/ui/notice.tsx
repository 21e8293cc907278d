import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CircleAlert, Inbox, Lock, RefreshCw } from './icons.ts'
import { useUiText } from './ui-text.ts'

type NoticeProps = {
  icon: ReactNode
  scene?: ReactNode
  title: string
  text?: ReactNode
  action?: ReactNode
  note?: ReactNode
  role?: 'alert'
}

const Notice = ({ icon, scene, title, text, action, note, role }: NoticeProps) => (
  <div className="sp-notice" role={role}>
    {scene ?? (
      <span className="sp-notice-icon" aria-hidden="true">
        {icon}
      </span>
    )}
    <h2>{title}</h2>
    {text && <p>{text}</p>}
    {note}
    {action && <div className="sp-actions">{action}</div>}
  </div>
)

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

/** Something failed; says what, with the id that support asks for. @example <ErrorCard message="The panel did not answer" requestId="r1" onRetry={() => location.reload()} /> */
export const ErrorCard = ({
  title,
  message,
  requestId,
  onRetry,
  action,
}: {
  title?: string
  message?: string | undefined
  requestId?: string | undefined
  onRetry?: () => void
  action?: ReactNode
}) => {
  const words = useUiText()
  const retry = onRetry && (
    <Button icon={<RefreshCw aria-hidden />} onClick={onRetry}>
      {words('ui.retry')}
    </Button>
  )
  return (
    <div className="sp-card">
      <Notice
        role="alert"
        icon={<CircleAlert />}
        title={title ?? words('ui.errorTitle')}
        text={message ?? words('ui.errorText')}
        note={requestId && <code className="sp-notice-id">{words('ui.requestId', { id: requestId })}</code>}
        action={
          (retry || action) && (
            <>
              {retry}
              {action}
            </>
          )
        }
      />
    </div>
  )
}

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
