import { Combobox, Select, TextField } from '@spawnpoint/sdk/ui'
import { useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useUiText } from '../../ui/ui-text.ts'
import { CallError } from '../call-error.ts'
import { useExplain, useT } from '../hooks.ts'
import { SHELL, useHost } from '../host.ts'
import { gapAfter, joinSentences } from '../../common/sentences.ts'
import { Slot } from '../slot.tsx'
import type { FieldInput } from './field-input.ts'
import { readNumber } from './form-values.ts'
import { useChoices, type FieldChoices } from './use-choices.ts'

/** A longer list is searched instead of scrolled. */
export const LONGEST_SELECT = 15

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

/** Why there are no choices, in place of the hint, with a button that loads them again. */
const useFailure = ({ state, error }: FieldChoices, retry: () => void) => {
  const t = useT(SHELL)
  const text = useUiText()
  const explain = useExplain()
  if (state !== 'failed') return undefined
  const failure = joinSentences([t('resource.form.choicesFailed'), explain(error)])
  const hint = (
    <>
      {failure}
      {gapAfter(failure)}
      <button type="button" className="sp-link" onClick={retry}>
        {text('ui.retry')}
      </button>{' '}
      {error instanceof CallError && <Slot name="failure.help" code={error.code} />}
    </>
  )
  return { hint }
}

const TYPING_PAUSE_MS = 250

/** The search follows the typed text after a pause. */
const useSearchText = () => {
  const { clock } = useHost()
  const [typed, setTyped] = useState('')
  const [searched, setSearched] = useState('')
  useEffect(() => {
    const timer = clock.setTimeout(() => setSearched(typed.trim()), TYPING_PAUSE_MS)
    return () => clock.clearTimeout(timer)
  }, [clock, typed])
  return { searched, setTyped, isTyping: searched !== typed.trim() }
}

/** The last matches stay visible while the next ones are loading, so nothing jumps. */
const useMatches = ({ state, choices }: FieldChoices) => {
  const [matches, setMatches] = useState(choices)
  if (state === 'ready' && choices !== matches) setMatches(choices)
  return matches
}

/** A field that searches the choices of an endpoint. */
const SearchedChoice = ({ field, choices: source, form, bound, texts }: FieldInput) => {
  const t = useT(SHELL)
  const { searched, setTyped, isTyping } = useSearchText()
  const found = useChoices(field, source, form, searched)
  const matches = useMatches(found)
  const failure = useFailure(found, useFocusAfter(found.state, field.name, found.retry))
  const value = String(bound.value ?? '')
  const pick = (picked: string) =>
    bound.onChange(
      picked === '' ? null : (matches.find((each) => String(each.value) === picked)?.value ?? bound.value),
    )
  return (
    <Combobox
      {...texts}
      {...bound}
      {...failure}
      {...{ value, options: matches }}
      placeholder={t('resource.form.choose')}
      onSearch={setTyped}
      loading={isTyping || found.state === 'loading'}
      onChange={pick}
    />
  )
}

/** A select over choices that an endpoint answers; a plain field when they cannot be loaded, so that the form works while the panel is down. */
const LoadedChoice = ({ field, choices: source, form, bound, texts }: FieldInput) => {
  const t = useT(SHELL)
  const found = useChoices(field, source, form)
  const { state, choices, key, retry } = found
  useResetWith(key, () => bound.onChange(null))
  const value: unknown = bound.value ?? ''
  const failure = useFailure(found, useFocusAfter(state, field.name, retry))
  const isNumber = field.spec.kind !== 'uuid' && field.spec.kind !== 'text'
  if (failure)
    return (
      <TextField
        {...texts}
        {...bound}
        {...failure}
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
  const options = [...choices, ...stored]
  const shared = {
    ...texts,
    ...bound,
    options,
    placeholder: t(`resource.form.${state === 'loading' ? 'loadingChoices' : 'choose'}`),
    disabled: bound.disabled === true || state !== 'ready',
    value: String(value),
  }
  if (options.length > LONGEST_SELECT) return <Combobox {...shared} onChange={pick} />
  return <Select {...shared} onChange={(event) => pick(event.target.value)} />
}

/** One of the choices that an endpoint answers. */
export const ChoiceField = (input: FieldInput) =>
  input.field.search ? <SearchedChoice {...input} /> : <LoadedChoice {...input} />
