import { useEffect, useRef } from 'react'
import { ToneIcon } from './alert.tsx'
import { CodedText } from './coded-text.tsx'
import { useUiText } from './ui-text.ts'

/** A field's error in the summary. @example const problem: FieldProblem = { fieldId: 'email', message: 'Not an address' } */
export type FieldProblem = { fieldId?: string; message: string }

/**
 * Error of the whole form; takes focus when it appears, and links to the fields.
 * @example <FormError message="This code has run out" />
 */
export const FormError = ({
  message,
  problems = [],
}: {
  message?: string | null | undefined
  problems?: readonly FieldProblem[]
}) => {
  const text = useUiText()
  const box = useRef<HTMLDivElement>(null)
  const shown = Boolean(message) || problems.length > 0
  useEffect(() => {
    if (message || problems.length > 0) box.current?.focus()
  }, [message, problems.length])
  if (!shown) return null
  return (
    <div ref={box} className="sp-alert sp-tone-danger" role="alert" tabIndex={-1}>
      <ToneIcon tone="danger" />
      <div>
        <strong>
          <CodedText text={message ?? text('ui.formError')} />
        </strong>
        {problems.length > 0 && (
          <ul>
            {problems.map(({ fieldId, message: problem }) => (
              <li key={`${fieldId}${problem}`}>
                {fieldId ? <a href={`#${fieldId}`}>{problem}</a> : problem}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
