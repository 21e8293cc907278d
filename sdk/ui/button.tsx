import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { LoaderCircle } from './icons.ts'
import { Link, type LinkProps } from './link.tsx'

/** How loud a button is. @example const variant: ButtonVariant = 'danger' */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-quiet'

type Look = { variant?: ButtonVariant; size?: 'sm' | 'md' | 'lg'; block?: boolean }

/** Props of `Button` besides the native attributes. @example const props: ButtonProps = { variant: 'primary' } */
export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & { loading?: boolean; icon?: ReactNode; ref?: Ref<HTMLButtonElement> | undefined }

const look = ({ variant = 'secondary', size = 'md', block }: Look, className?: string) =>
  classNames(
    'sp-button',
    `sp-button-${variant}`,
    size !== 'md' && `sp-button-${size}`,
    block && 'sp-button-block',
    className,
  )

/** A button; `loading` keeps its width and ignores clicks, `aria-disabled` ignores them and keeps the focus. @example <Button variant="primary" loading={saving}>Save</Button> */
export const Button = ({
  variant,
  size,
  block,
  loading = false,
  icon,
  className,
  type = 'button',
  disabled,
  'aria-disabled': idle,
  onClick,
  children,
  ...rest
}: ButtonProps) => {
  // Busy or without effect for now, it stays focusable, so the keyboard user is where they were when it ends.
  const isIdle = loading || idle === true || idle === 'true'
  return (
    <button
      {...rest}
      type={isIdle && type === 'submit' ? 'button' : type}
      disabled={disabled}
      aria-busy={loading || undefined}
      aria-disabled={isIdle || undefined}
      onClick={isIdle ? undefined : onClick}
      className={look(
        { ...(variant && { variant }), ...(size && { size }), ...(block && { block }) },
        className,
      )}
    >
      <span className="sp-button-content">
        {icon}
        {children}
      </span>
      {loading && (
        <span className="sp-button-busy">
          <span className="sp-spinner">
            <LoaderCircle aria-hidden />
          </span>
        </span>
      )}
    </button>
  )
}

/** A link that looks like a button. @example <LinkButton to="/server/create" variant="primary">New server</LinkButton> */
export const LinkButton = ({
  variant,
  size,
  block,
  icon,
  className,
  children,
  ...rest
}: LinkProps & Look & { icon?: ReactNode }) => (
  <Link
    {...rest}
    className={look(
      { ...(variant && { variant }), ...(size && { size }), ...(block && { block }) },
      className,
    )}
  >
    <span className="sp-button-content">
      {icon}
      {children}
    </span>
  </Link>
)
