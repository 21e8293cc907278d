import { useRef, useState, type SyntheticEvent } from 'react'
import { readFormFailure, type FormFailure } from './form-failure.ts'
import { useSubmitLock } from './use-submit-lock.ts'
import { useUiText } from './ui-text.ts'

type Values = Record<string, string | boolean>
type Errors<V extends Values> = Partial<Record<keyof V & string, string>>
type NamesOf<V extends Values, Kind> = { [K in keyof V]: V[K] extends Kind ? K : never }[keyof V] & string

/** Options of `useFields`. @example const options: UseFieldsOptions<{ email: string }> = { initial: { email: '' }, submit: logIn } */
export type UseFieldsOptions<V extends Values> = {
  initial: V
  validate?: (values: V) => Errors<V>
  submit: (values: V) => Promise<unknown>
  /** Gives back what was typed before the session ended, and is told what is typed now. */
  draft?: { readonly restored: V | null; readonly keep: (draft: V | null) => void }
  /** Turns what `submit` threw into words; by default its `message` and `fields`. */
  onFailure?: (error: unknown) => FormFailure
}

// The inputs are the truth, not React's state: what was typed or filled in before hydration counts.
const readForm = <V extends Values>(form: HTMLFormElement, initial: V): V => {
  const data = new FormData(form)
  const entries = Object.entries(initial).map(([name, value]) => [
    name,
    typeof value === 'boolean' ? data.has(name) : String(data.get(name) ?? ''),
  ])
  // Same names and kinds as `initial`, by the line above.
  return Object.fromEntries(entries) as V
}

const focusFirstInvalid = (form: HTMLFormElement, errors: object) => {
  const invalid = [...form.elements].find(
    (element) => element instanceof HTMLElement && Object.hasOwn(errors, element.getAttribute('name') ?? ''),
  )
  if (invalid instanceof HTMLElement) invalid.focus()
}

/** Errors of the fields, and the one of the whole form. */
const useErrors = <V extends Values>(initial: V) => {
  const text = useUiText()
  const [errors, setErrors] = useState<Errors<V>>({})
  const [formError, setFormError] = useState<string | null>(null)
  const fail = (form: HTMLFormElement, failure: FormFailure) => {
    const known = Object.entries(failure.fields ?? {}).filter(([name]) => Object.hasOwn(initial, name))
    // Names checked against `initial` above.
    const fields = Object.fromEntries(known) as Errors<V>
    setErrors(fields)
    if (known.length > 0) return focusFirstInvalid(form, fields)
    setFormError(failure.message ?? text('ui.formFailed'))
  }
  const clear = (name: string) => () => {
    if (Object.hasOwn(errors, name)) setErrors({ ...errors, [name]: undefined })
  }
  return { errors, setErrors, formError, setFormError, fail, clear }
}

/**
 * A form without a library, for the screens that must be light: values, errors, submit.
 * @example const form = useFields({ initial: { email: '' }, submit: logIn })
 * return <form {...form.props}><TextField label="Email" {...form.field('email')} /></form>
 */
export const useFields = <V extends Values>({
  initial,
  validate,
  submit,
  draft,
  onFailure,
}: UseFieldsOptions<V>) => {
  const { errors, setErrors, formError, setFormError, fail, clear } = useErrors(initial)
  const [submitting, setSubmitting] = useState(false)
  const [isDirty, setDirty] = useState(Boolean(draft?.restored))
  const once = useSubmitLock()
  const saved = useRef(initial)

  const show = (typed: V) => {
    const isChanged = Object.entries(typed).some(([name, value]) => value !== saved.current[name])
    setDirty(isChanged)
    draft?.keep(isChanged ? typed : null)
  }
  const send = async (form: HTMLFormElement) => {
    const values = readForm(form, initial)
    const found = validate?.(values) ?? {}
    setFormError(null)
    setErrors(found)
    if (Object.values(found).some(Boolean)) return focusFirstInvalid(form, found)
    setSubmitting(true)
    try {
      await submit(values)
      saved.current = values
      show(values)
    } catch (error) {
      fail(form, (onFailure ?? readFormFailure)(error))
    } finally {
      setSubmitting(false)
    }
  }
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void once(() => send(form))
  }
  const onInput = ({ currentTarget }: SyntheticEvent<HTMLFormElement>) => {
    show(readForm(currentTarget, saved.current))
  }
  const start = draft?.restored ?? initial
  const shared = (name: keyof V & string) => ({ name, error: errors[name], onInput: clear(name) })
  return {
    props: { onSubmit, onInput, noValidate: true },
    field: (name: NamesOf<V, string>) => ({ ...shared(name), defaultValue: String(start[name]) }),
    choice: (name: NamesOf<V, boolean>) => ({ ...shared(name), defaultChecked: Boolean(start[name]) }),
    errors,
    formError,
    submitting,
    /** Something was typed that is not saved: for `useUnsavedGuard`. */
    isDirty: isDirty && !submitting,
    setErrors,
    setFormError,
  }
}
