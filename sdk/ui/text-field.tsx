import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import { Field, splitWords, type FieldTexts } from './field.tsx'

/** A labelled native input. @example const props: TextFieldProps = { label: 'Name', name: 'name' } */
export type TextFieldProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'required'> & { ref?: Ref<HTMLInputElement> | undefined }

/** One line of text. @example <TextField label="Email" name="email" type="email" autoComplete="username" required /> */
export const TextField = (props: TextFieldProps) => {
  const { words, native } = splitWords(props)
  const { id, className, ...input } = native
  return (
    <Field {...words} {...(id && { id })}>
      {(control) => (
        <input type="text" {...input} {...control} className={classNames('sp-input', className)} />
      )}
    </Field>
  )
}

/** A labelled native text area. @example const props: TextAreaProps = { label: 'Message', rows: 6 } */
export type TextAreaProps = FieldTexts &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'required'> & {
    ref?: Ref<HTMLTextAreaElement> | undefined
  }

/** Several lines of text; grows with them. @example <TextArea label="Message" name="message" rows={5} /> */
export const TextArea = (props: TextAreaProps) => {
  const { words, native } = splitWords(props)
  const { id, className, ...area } = native
  return (
    <Field {...words} {...(id && { id })}>
      {(control) => (
        <textarea rows={4} {...area} {...control} className={classNames('sp-input', className)} />
      )}
    </Field>
  )
}
