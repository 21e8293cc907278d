import type { ReactNode, Ref, SelectHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import { Field, splitWords, type FieldTexts } from './field.tsx'
import { ChevronsUpDown } from './icons.ts'

/** A choice of a select. @example const option: SelectOption = { value: 'en', label: 'English' } */
export type SelectOption = { value: string | number; label: string; disabled?: boolean }

/** A labelled native select. @example const props: SelectProps = { label: 'Language', options: [{ value: 'en', label: 'English' }] } */
export type SelectProps = FieldTexts &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'required' | 'children'> & {
    options?: readonly SelectOption[]
    /** Stands first, with an empty value. */
    placeholder?: string
    children?: ReactNode
    ref?: Ref<HTMLSelectElement> | undefined
  }

/** One of a few: the platform's own list. @example <Select label="Language" name="locale" options={[{ value: 'en', label: 'English' }]} /> */
export const Select = (props: SelectProps) => {
  const { words, native } = splitWords(props)
  const { id, className, options, placeholder, children, ...select } = native
  return (
    <Field {...words} {...(id && { id })}>
      {(control) => (
        <span className="sp-input-frame">
          <select {...select} {...control} className={classNames('sp-input', className)}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options?.map(({ value, label, disabled }) => (
              <option key={value} value={value} disabled={disabled}>
                {label}
              </option>
            ))}
            {children}
          </select>
          <ChevronsUpDown className="sp-input-end" aria-hidden />
        </span>
      )}
    </Field>
  )
}
