import { Select, TextField } from '@spawnpoint/sdk/ui'
import { useEffect, useRef } from 'react'
import { useFormContext, type ControllerRenderProps, type FieldValues } from 'react-hook-form'
import { useUiText } from '../../ui/ui-text.ts'
import { useExplain } from '../hooks.ts'
import type { FormFieldDeclaration } from './resource-view.ts'
import type { ResourceWords } from './resource-words.ts'
import { readNumber } from './row-values.ts'
import { useChoices, type FieldChoices } from './use-choices.ts'

export interface FieldInput {
  readonly field: FormFieldDeclaration
  readonly words: ResourceWords
  readonly bound: ControllerRenderProps<FieldValues, string>
  /** Label, hint and error of the field. */
  readonly texts: {
    readonly label: string
    readonly hint?: string
    readonly error?: string | undefined
    readonly optional?: true
  }
}

/** A choice made for one category is none for another. */
const useResetWith = (key: string, reset: () => void) => {
  const seen = useRef(key)
  useEffect(() => {
    if (key === seen.current) return
    seen.current = key
    reset()
  }, [key, reset])
}

/** The button that asks once more goes with the field that it stands at: the choices take its focus. */
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

/** A select; where its choices cannot be had, a plain field, so that nobody is stuck behind a silent panel. */
export const ChoiceField = ({ field, words, bound, texts }: FieldInput) => {
  const explain = useExplain()
  const text = useUiText()
  const { state, choices, key, error, retry } = useChoices(field, words)
  useResetWith(key, () => bound.onChange(null))
  const value: unknown = bound.value ?? ''
  const again = useFocusAfter(state, field.name, retry)
  if (state === 'failed')
    return (
      <TextField
        {...texts}
        {...bound}
        hint={
          <>
            {words.word('form.choicesFailed')} {explain(error)}{' '}
            <button type="button" className="sp-link" onClick={again}>
              {text('ui.retry')}
            </button>
          </>
        }
        type="number"
        inputMode="numeric"
        value={String(value)}
        onChange={(event) => bound.onChange(readNumber(event.target.value))}
      />
    )
  const known = choices.some((choice) => choice.value === value)
  const pick = (text: string) =>
    bound.onChange(
      choices.find((choice) => String(choice.value) === text)?.value ?? (text === '' ? null : value),
    )
  // A stored value that is no longer offered stays what it is until somebody chooses.
  const stored = value === '' || known ? [] : [{ value: String(value), label: String(value) }]
  return (
    <Select
      {...texts}
      {...bound}
      disabled={state !== 'ready'}
      placeholder={words.word(state === 'loading' ? 'form.loadingChoices' : 'form.choose')}
      options={[...choices, ...stored]}
      value={String(value)}
      onChange={(event) => pick(event.target.value)}
    />
  )
}
