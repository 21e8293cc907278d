import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CodedText } from './coded-text.tsx'
import { CircleAlert, CircleCheck, CircleX, Info } from './icons.ts'
import type { Tone } from './tone.ts'

const icons = {
  neutral: Info,
  accent: Info,
  info: Info,
  success: CircleCheck,
  warning: CircleAlert,
  danger: CircleX,
}

/** The sign that goes with a tone. */
export const ToneIcon = ({ tone }: { tone: Tone }) => {
  const Drawn = icons[tone]
  return <Drawn aria-hidden />
}

/** A message that stays on the page. @example <Alert tone="warning" title="Renew soon">Three days are left.</Alert> */
export const Alert = ({
  tone = 'info',
  title,
  children,
  action,
}: {
  tone?: Tone
  title?: string
  children?: ReactNode
  action?: ReactNode
}) => (
  <div className={classNames('sp-alert', `sp-tone-${tone}`)} role={tone === 'danger' ? 'alert' : undefined}>
    <ToneIcon tone={tone} />
    <div>
      {title && <strong>{title}</strong>}
      {children && <div>{typeof children === 'string' ? <CodedText text={children} /> : children}</div>}
    </div>
    {action}
  </div>
)
