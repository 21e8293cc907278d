import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CircleAlert, RefreshCw } from './icons.ts'
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

/** An icon or a drawing, what there is to say, and what to do about it. */
export const Notice = ({ icon, scene, title, text, action, note, role }: NoticeProps) => (
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
