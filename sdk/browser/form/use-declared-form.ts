import { useCallback, useEffect, useRef, useState, type BaseSyntheticEvent } from 'react'
import {
  useForm,
  type FieldErrors,
  type Resolver,
  type ResolverResult,
  type UseFormReturn,
} from 'react-hook-form'
import { CallError } from '../call-error.ts'
import { useExplain } from '../hooks.ts'
import { createStore } from '../store.ts'
import { readIssue, type FormSchema, type FormTexts } from './form-texts.ts'
import { changedNames, sentNames, toBody, type FormField, type FormValues } from './form-values.ts'
import { useSubmitLock } from '../../ui/use-submit-lock.ts'
import { useKeptDraft } from './use-kept-draft.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

/** How a declared form behaves. @example const input: DeclaredFormInput = { fields, initial: { name: '' }, texts, schema: async () => checkFields(fields), onlyChanges: false, save } */
export interface DeclaredFormInput {
  readonly fields: readonly FormField[]
  readonly initial: FormValues
  readonly texts: FormTexts
  /** Fetched with the first focus, awaited by the first check. */
  readonly schema: () => Promise<FormSchema>
  /** True where only the changes are sent, and so only they are checked. */
  readonly onlyChanges: boolean
  readonly save: (body: FormValues) => Promise<unknown>
}

const isRecord = (value: unknown): value is FormValues => typeof value === 'object' && value !== null

const check = async (
  { fields, initial, texts, onlyChanges }: DeclaredFormInput,
  schema: FormSchema | null,
  typed: FormValues,
): Promise<ResolverResult<FormValues>> => {
  const names = fields.map(({ name }) => name)
  const values = toBody(fields, typed, names)
  const read = schema?.safeParse(values)
  if (!read) return { values, errors: {} }
  if (read.success)
    return { values: isRecord(read.data) ? toBody(fields, read.data, names) : values, errors: {} }
  const checked = onlyChanges ? sentNames(fields, initial, typed) : names
  const errors: FieldErrors<FormValues> = {}
  for (const issue of read.error.issues) {
    const name = String(issue.path[0])
    if (!checked.includes(name) || errors[name]) continue
    const [code, details] = readIssue(issue, values[name])
    errors[name] = { type: code, message: texts.problem(code, details, name) }
  }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
}

/** Keeps what is typed over the end of a session, except secrets. */
const useDraftOf = (
  { fields, initial }: DeclaredFormInput,
  { subscribe, setValue }: UseFormReturn<FormValues>,
): void => {
  const { restored, keep } = useKeptDraft<FormValues>(fields.map(({ name }) => name).join(' '))
  const stored = useRef({ fields, initial })
  useEffect(() => {
    stored.current = { fields, initial }
  })
  useEffect(() => {
    for (const [name, value] of Object.entries(restored ?? {})) setValue(name, value, { shouldDirty: true })
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const known = stored.current
        const open = known.fields.filter(({ spec }) => spec.kind !== 'secret').map(({ name }) => name)
        const typed = changedNames(known.initial, values).filter((name) => open.includes(name))
        keep(typed.length > 0 ? Object.fromEntries(typed.map((name) => [name, values[name]])) : null)
      },
    })
  }, [restored, keep, subscribe, setValue])
}

/** The schema, fetched once when it is first needed, and the check by it. */
const useSchema = (input: DeclaredFormInput) => {
  const latest = useRef(input)
  const schema = useRef<Promise<FormSchema | null> | null>(null)
  useEffect(() => {
    latest.current = input
  })
  const loadSchema = () => {
    // The server checks with the same schema: where ours did not arrive, its answer is enough.
    schema.current ??= latest.current.schema().catch(() => null)
    return schema.current
  }
  const resolver: Resolver<FormValues> = async (values) => check(latest.current, await loadSchema(), values)
  return { loadSchema, resolver }
}

/**
 * The state of a declared form: checked by the schema here as on the server, whose errors are shown at their fields. Asks
 * before unsaved changes are lost.
 *
 * @example const form = useDeclaredForm({ fields, initial: { name: '' }, texts, schema: async () => checkFields(fields), onlyChanges: false, save })
 */
export function useDeclaredForm(input: DeclaredFormInput) {
  const { fields, initial, texts, onlyChanges, save } = input
  const explain = useExplain()
  const [formError, setFormError] = useState<string | null>(null)
  const { loadSchema, resolver } = useSchema(input)
  const methods = useForm<FormValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: initial,
    values: initial,
  })
  useDraftOf(input, methods)
  const fail = (error: unknown) => {
    const problems = error instanceof CallError ? Object.entries(error.fields) : []
    const known = problems.filter(([name]) => fields.some((field) => field.name === name))
    for (const [index, [name, code]] of known.entries())
      methods.setError(
        name,
        { type: 'server', message: texts.problem(code, undefined, name) },
        { shouldFocus: index === 0 },
      )
    if (known.length === 0) setFormError(explain(error))
  }
  const [saving] = useState(() => createStore(() => ({ isOn: false })))
  /** Runs a save; the page may be left while it runs. */
  const runSave = async (work: () => Promise<unknown>) => {
    saving.setState({ isOn: true })
    try {
      await work()
    } catch (error) {
      fail(error)
    } finally {
      saving.setState({ isOn: false })
    }
  }
  const once = useSubmitLock()
  const send = methods.handleSubmit(async (values) => {
    setFormError(null)
    const names = fields.map(({ name }) => name)
    const changed = onlyChanges ? sentNames(fields, toBody(fields, initial, names), values) : names
    const body = Object.fromEntries(changed.map((name) => [name, values[name]]))
    await runSave(() => save(body))
  })
  const submit = (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    return once(() => send(event))
  }
  const isSaving = useCallback(() => saving.getState().isOn, [saving])
  useUnsavedGuard(methods.formState.isDirty, isSaving)
  const discard = () => {
    setFormError(null)
    methods.reset()
  }
  return { methods, submit, formError, runSave, discard, loadSchema }
}
