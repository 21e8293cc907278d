import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { IconButton } from './icon-button.tsx'
import { classNames } from './class-names.ts'
import { X } from './icons.ts'
import { openModal } from './dialogs.ts'
import { useUiText } from './ui-text.ts'

/** Props of `Dialog`. @example const props: DialogProps = { open, onClose: close, title: 'Invite' } */
export type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  icon?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** An alert dialog interrupts; it has no close button beside its answers. */
  role?: 'dialog' | 'alertdialog'
  footer?: ReactNode
  /** Esc, the close button and the backdrop do nothing while this is false. */
  dismissable?: boolean
  children?: ReactNode
}

/** The open dialogs of the page: they go in any order, and only the last one gives the page its scrolling back. */
let held = 0
let giveBack = () => {}

/** Takes the scrollbar away, whose room the backdrop would leave bright; the page keeps its width. */
const stopScrolling = () => {
  const { documentElement: root, body } = document
  const { overflow, scrollbarGutter } = root.style
  const { paddingInlineEnd } = body.style
  body.style.paddingInlineEnd = `${window.innerWidth - body.offsetWidth}px`
  Object.assign(root.style, { overflow: 'hidden', scrollbarGutter: 'auto' })
  return () => {
    Object.assign(root.style, { overflow, scrollbarGutter })
    body.style.paddingInlineEnd = paddingInlineEnd
  }
}

const holdScrolling = () => {
  if (held === 0) giveBack = stopScrolling()
  held += 1
  return () => {
    held -= 1
    if (held === 0) giveBack()
  }
}

const useModal = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  // Before paint, and closed before it leaves the page, so that focus goes back where it came from.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const close = openModal(element)
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return close
  }, [])
  useEffect(holdScrolling, [])
  return dialog
}

const DialogHead = ({
  title,
  description,
  icon,
  titleId,
  textId,
  onClose,
}: Pick<DialogProps, 'title' | 'description' | 'icon'> & {
  titleId: string
  textId: string
  onClose?: () => void
}) => {
  const text = useUiText()
  return (
    <header className="sp-dialog-head">
      {icon}
      <div>
        <h2 id={titleId}>{title}</h2>
        {description && <p id={textId}>{description}</p>}
      </div>
      {onClose && (
        <IconButton
          label={text('ui.close')}
          tooltip={false}
          size="sm"
          icon={<X aria-hidden />}
          onClick={onClose}
        />
      )}
    </header>
  )
}

// Its own component, mounted with the dialog: only then does React run the clean-up while the element is still there.
const OpenDialog = (props: Omit<DialogProps, 'open'>) => {
  const { onClose, title, description, icon, size = 'md', footer, dismissable = true, children } = props
  const role = props.role ?? 'dialog'
  const id = useId()
  const dialog = useModal()
  const dismiss = dismissable ? onClose : () => {}
  const cancel = (event: SyntheticEvent) => {
    if (event.target !== dialog.current) return
    event.preventDefault()
    dismiss()
  }
  const backdrop = (event: MouseEvent) => {
    if (event.target === dialog.current && role === 'dialog') dismiss()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc is the key for it
    <dialog
      ref={dialog}
      role={role === 'alertdialog' ? role : undefined}
      className={classNames('sp-dialog', size !== 'md' && `sp-dialog-${size}`)}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      onCancel={cancel}
      onMouseDown={backdrop}
    >
      <DialogHead
        {...{ title, description, icon }}
        titleId={`${id}-title`}
        textId={`${id}-text`}
        {...(role === 'dialog' && dismissable && { onClose })}
      />
      {children && <div className="sp-dialog-body">{children}</div>}
      {footer && <footer className="sp-dialog-foot">{footer}</footer>}
    </dialog>
  )
}

/** A modal dialog on the native element: traps focus, closes on Esc, gives focus back. @example <Dialog open={open} onClose={close} title="Invite">Who may join?</Dialog> */
export const Dialog = ({ open, ...rest }: DialogProps) => (open ? <OpenDialog {...rest} /> : null)
