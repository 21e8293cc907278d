import { lazy, Suspense, useState } from 'react'
import { classNames } from './class-names.ts'
import { Field, splitWords } from './field.tsx'
import { fillInput } from './fill-input.ts'
import { Eye, EyeOff } from './icons.ts'
import type { TextFieldProps } from './text-field.tsx'
import { useUiText } from './ui-text.ts'

// The log-in form suggests none.
const CopyButton = lazy(async () => ({ default: (await import('./copy-button.tsx')).CopyButton }))

/** A button that makes up a password. @example const suggestion: PasswordSuggestion = { label: 'Suggest a password', create: () => crypto.randomUUID() } */
export type PasswordSuggestion = { label: string; create: () => string }

/** A password that can be looked at; a suggested one is shown and can be copied. @example <PasswordField label="Password" name="password" autoComplete="current-password" /> */
export const PasswordField = ({
  suggestion,
  ...props
}: Omit<TextFieldProps, 'type'> & { suggestion?: PasswordSuggestion }) => {
  const text = useUiText()
  const [shown, setShown] = useState(false)
  const [suggested, setSuggested] = useState<string | null>(null)
  const suggest = (id: string) => {
    const input = document.getElementById(id)
    if (!suggestion || !(input instanceof HTMLInputElement)) return
    const password = suggestion.create()
    fillInput(input, password)
    setSuggested(password)
    setShown(true)
  }
  const { words, native } = splitWords(props)
  const { id, className, ...input } = native
  const label = text(shown ? 'ui.hidePassword' : 'ui.showPassword')
  return (
    <Field {...words} {...(id && { id })}>
      {(control) => (
        <>
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
          {suggestion && (
            <span className="sp-suggestion">
              {suggested !== null && (
                <Suspense>
                  <CopyButton value={suggested} />
                </Suspense>
              )}
              <button type="button" className="sp-link" onClick={() => suggest(control.id)}>
                {suggestion.label}
              </button>
            </span>
          )}
        </>
      )}
    </Field>
  )
}
