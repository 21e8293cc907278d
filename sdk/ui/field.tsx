import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CodedText } from './coded-text.tsx'
import { CircleAlert } from './icons.ts'
import { useUiText } from './ui-text.ts'

/** The words around a control. @example const words: FieldTexts = { label: 'Email', hint: 'We never show it' } */
export type FieldTexts = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean | undefined
  /** Says "Optional" beside the label. */
  optional?: boolean
  /** The label is spoken, not drawn. */
  hideLabel?: boolean
}

/** Props that `Field` passes to its control. @example <Field label="Colour">{(control) => <input type="color" {...control} />}</Field> */
export type FieldControl = {
  id: string
  required: boolean | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Ids that tie a control to its hint and error. */
export const useFieldControl = ({ hint, error, required }: Omit<FieldTexts, 'label'>, givenId?: string) => {
  const ownId = useId()
  const id = givenId ?? ownId
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const control: FieldControl = {
    id,
    required,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': classNames(error && errorId, Boolean(hint) && hintId) || undefined,
  }
  return { control, hintId, errorId }
}

/** A hint and an error under a control. */
export const FieldNotes = ({
  hint,
  error,
  hintId,
  errorId,
}: Pick<FieldTexts, 'hint' | 'error'> & { hintId: string; errorId: string }) => (
  <>
    {error && (
      <p className="sp-field-error" id={errorId}>
        <CircleAlert aria-hidden />
        <span>{error}</span>
      </p>
    )}
    {hint && (
      <p className="sp-hint" id={hintId}>
        {typeof hint === 'string' ? <CodedText text={hint} /> : hint}
      </p>
    )}
  </>
)

/** Label, hint and error around any control. @example <Field label="Colour">{(control) => <input type="color" {...control} />}</Field> */
export const Field = ({
  id,
  className,
  children,
  ...words
}: FieldTexts & { id?: string; className?: string; children: (control: FieldControl) => ReactNode }) => {
  const text = useUiText()
  const { control, hintId, errorId } = useFieldControl(words, id)
  return (
    <div className={classNames('sp-field', className)}>
      <label className={words.hideLabel ? 'sp-hidden' : 'sp-label'} htmlFor={control.id}>
        <span>{words.label}</span>
        {words.optional && <span className="sp-label-note">{text('ui.optional')}</span>}
      </label>
      {children(control)}
      <FieldNotes hint={words.hint} error={words.error} hintId={hintId} errorId={errorId} />
    </div>
  )
}

/** Splits the field's words from what the native control takes. */
export const splitWords = <Props extends FieldTexts>(props: Props) => {
  const { label, hint, error, required, optional, hideLabel, ...native } = props
  const words: FieldTexts = {
    label,
    hint,
    error,
    required,
    ...(optional && { optional }),
    ...(hideLabel && { hideLabel }),
  }
  return { words, native }
}
