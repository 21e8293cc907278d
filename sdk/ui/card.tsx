import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A bordered part of a page. `flush` lets a table touch its edges. @example <Card title="Limits" actions={<Button>Edit</Button>}>Two servers</Card> */
export const Card = ({
  title,
  description,
  actions,
  footer,
  flush = false,
  className,
  children,
}: {
  title?: string
  description?: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  flush?: boolean
  className?: string
  children?: ReactNode
}) => {
  const id = useId()
  return (
    <section className={classNames('sp-card', className)} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <header className="sp-card-head">
          <div>
            {title && <h2 id={id}>{title}</h2>}
            {description && <p>{description}</p>}
          </div>
          {actions && <div className="sp-actions">{actions}</div>}
        </header>
      )}
      {children !== undefined && children !== null && (
        <div className={flush ? 'sp-card-flush' : 'sp-card-body'}>{children}</div>
      )}
      {footer && <footer className="sp-card-foot">{footer}</footer>}
    </section>
  )
}
