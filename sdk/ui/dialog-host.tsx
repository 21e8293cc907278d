import { useStore } from 'zustand/react'
import { ToneIcon } from './alert.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { Dialog } from './dialog.tsx'
import { dialogs, type OpenDialog } from './dialogs.ts'
import { useUiText } from './ui-text.ts'

const Answers = ({ footer, tone, confirmLabel, cancelLabel, answer }: OpenDialog) => {
  const text = useUiText()
  return (
    <>
      {footer && <span className="sp-dialog-note">{footer}</span>}
      {cancelLabel && <Button onClick={() => answer(false)}>{cancelLabel}</Button>}
      <Button
        variant={tone === 'danger' && cancelLabel ? 'danger' : 'primary'}
        onClick={() => answer(true)}
        data-autofocus
      >
        {confirmLabel ?? text('ui.ok')}
      </Button>
    </>
  )
}

/** Draws what `showDialog` asks for, one at a time; stands once in the app. @example <DialogHost /> */
export const DialogHost = () => {
  const first = useStore(dialogs, ([oldest]) => oldest)
  if (!first) return null
  const tone = first.tone ?? 'info'
  return (
    <Dialog
      key={first.id}
      open
      role="alertdialog"
      size="sm"
      title={first.title}
      description={first.text}
      onClose={() => first.answer(false)}
      icon={
        <span className={classNames('sp-dialog-icon', `sp-tone-${tone}`)}>
          <ToneIcon tone={tone} />
        </span>
      }
      footer={<Answers {...first} />}
    >
      {null}
    </Dialog>
  )
}
