import { useState } from 'react'
import { classNames } from './class-names.ts'
import { Field, splitWords } from './field.tsx'
import { Eye, EyeOff } from './icons.ts'
import type { TextFieldProps } from './text-field.tsx'
import { useUiText } from './ui-text.ts'

/** A password that can be looked at. @example <PasswordField label="Password" name="password" autoComplete="current-password" /> */
export const PasswordField = (props: Omit<TextFieldProps, 'type'>) => {
  const text = useUiText()
  const [shown, setShown] = useState(false)
  const { words, native } = splitWords(props)
  const { id, className, ...input } = native
  const label = text(shown ? 'ui.hidePassword' : 'ui.showPassword')
  return (
    <Field {...words} {...(id && { id })}>
      {(control) => (
        <span className="sp-input-frame">
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className={classNames('sp-input', className)}
          />
          <button
            type="button"
            className="sp-button sp-button-ghost sp-button-sm sp-button-icon"
            aria-label={label}
            aria-controls={control.id}
            title={label}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          </button>
        </span>
      )}
    </Field>
  )
}
