import { Select, TextField } from '@spawnpoint/sdk/ui'
import { useEffect, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useUiText } from '../../ui/ui-text.ts'
import { useExplain, useT } from '../hooks.ts'
import { SHELL } from '../host.ts'
import type { FieldInput } from './field-input.ts'
import { readNumber } from './form-values.ts'
import { useChoices, type FieldChoices } from './use-choices.ts'

/** A choice that was made for one category is not valid for another. */
const useResetWith = (key: string, reset: () => void) => {
  const seen = useRef(key)
  useEffect(() => {
    if (key === seen.current) return
    seen.current = key
    reset()
  }, [key, reset])
}

/** The retry button disappears with its field, so the select that replaces it takes the focus. */
const useFocusAfter = (state: FieldChoices['state'], name: string, retry: () => void) => {
  const { setFocus } = useFormContext()
  const isAsked = useRef(false)
  useEffect(() => {
    if (!isAsked.current || state !== 'ready') return
    isAsked.current = false
    setFocus(name)
  }, [state, name, setFocus])
  return () => {
    isAsked.current = true
    retry()
  }
}

/** A select over choices that an endpoint answers; a plain field when they cannot be loaded, so that the form works while the panel is down. */
export const ChoiceField = ({ field, choices: source, form, bound, texts }: FieldInput) => {
  const t = useT(SHELL)
  const explain = useExplain()
  const text = useUiText()
  const { state, choices, key, error, retry } = useChoices(field, source, form)
  useResetWith(key, () => bound.onChange(null))
  const value: unknown = bound.value ?? ''
  const again = useFocusAfter(state, field.name, retry)
  const isNumber = field.spec.kind !== 'uuid' && field.spec.kind !== 'text'
  if (state === 'failed')
    return (
      <TextField
        {...texts}
        {...bound}
        hint={
          <>
            {t('resource.form.choicesFailed')} {explain(error)}{' '}
            <button type="button" className="sp-link" onClick={again}>
              {text('ui.retry')}
            </button>
          </>
        }
        type={isNumber ? 'number' : 'text'}
        inputMode={isNumber ? 'numeric' : 'text'}
        value={String(value)}
        onChange={({ target }) => bound.onChange(isNumber ? readNumber(target.value) : target.value)}
      />
    )
  const known = choices.some((choice) => choice.value === value)
  const pick = (text: string) =>
    bound.onChange(
      choices.find((choice) => String(choice.value) === text)?.value ?? (text === '' ? null : value),
    )
  // A stored value that is no longer offered stays until another is chosen.
  const stored = value === '' || known ? [] : [{ value: String(value), label: String(value) }]
  return (
    <Select
      {...texts}
      {...bound}
      disabled={state !== 'ready'}
      placeholder={t(`resource.form.${state === 'loading' ? 'loadingChoices' : 'choose'}`)}
      options={[...choices, ...stored]}
      value={String(value)}
      onChange={(event) => pick(event.target.value)}
    />
  )
}
