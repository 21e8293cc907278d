import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './text-field.tsx'
import { useSubmitLock } from './use-submit-lock.ts'
import { useUiText } from './ui-text.ts'

/** Props of `ConfirmDialog`. @example const props: ConfirmDialogProps = { open, onClose: close, onConfirm: remove, title: 'Delete lobby?' } */
export type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  onConfirm: () => void | Promise<void>
  title: string
  text?: ReactNode
  confirmLabel?: string
  danger?: boolean
  /** The visitor must type this before the answer opens. */
  typeToConfirm?: string
  loading?: boolean
  error?: string | null | undefined
}

const ConfirmBody = (props: ConfirmDialogProps & { formId: string; onMatch: (match: boolean) => void }) => {
  const { typeToConfirm: name, formId, onMatch, error, onConfirm, loading = false } = props
  const text = useUiText()
  const once = useSubmitLock()
  const [typed, setTyped] = useState('')
  const matches = name === undefined || typed.trim() === name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (matches && !loading) void once(onConfirm)
  }
  const type = (value: string) => {
    setTyped(value)
    onMatch(value.trim() === name)
  }
  return (
    <form id={formId} className="sp-form" onSubmit={submit}>
      {error && <Alert tone="danger">{error}</Alert>}
      {name !== undefined && (
        <TextField
          label={text('ui.typeToConfirm', { name })}
          value={typed}
          onChange={(event) => type(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      )}
    </form>
  )
}

/** Asks before something that cannot be undone. @example <ConfirmDialog open={open} onClose={close} onConfirm={remove} title="Delete lobby?" typeToConfirm="lobby" danger /> */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { open, onClose, title, text: question, confirmLabel, danger = false, loading = false } = props
  const text = useUiText()
  const formId = useId()
  const [match, setMatch] = useState(false)
  const needsName = props.typeToConfirm !== undefined
  const close = () => {
    setMatch(false)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      role="alertdialog"
      size={needsName ? 'md' : 'sm'}
      title={title}
      description={question}
      dismissable={!loading}
      footer={
        <>
          <Button onClick={close} disabled={loading} data-autofocus={needsName ? undefined : true}>
            {text('ui.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={danger ? 'danger' : 'primary'}
            loading={loading}
            disabled={needsName && !match}
          >
            {confirmLabel ?? text('ui.confirm')}
          </Button>
        </>
      }
    >
      <ConfirmBody {...props} formId={formId} onMatch={setMatch} />
    </Dialog>
  )
}
