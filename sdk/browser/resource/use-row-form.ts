import { useEffect, useRef, useState } from 'react'
import { useForm, type FieldErrors, type Resolver, type ResolverResult } from 'react-hook-form'
import { CallError } from '../call-error.ts'
import { useExplain } from '../hooks.ts'
import { readIssue, type ResourceWords } from './resource-words.ts'
import type { FormFieldDeclaration, FormSchema } from './resource-view.ts'
import { changedNames, toBody, type FormValues } from './row-values.ts'

interface RowFormInput {
  readonly fields: readonly FormFieldDeclaration[]
  readonly initial: FormValues
  readonly words: ResourceWords
  readonly schema: (() => Promise<FormSchema>) | undefined
  /** True where only what changed is sent, and so only that is checked. */
  readonly onlyChanges: boolean
  readonly save: (body: FormValues, changed: readonly string[]) => Promise<unknown>
}

const isRecord = (value: unknown): value is FormValues => typeof value === 'object' && value !== null

/** The server checks with the same schema: where ours did not arrive, its answer has to do. */
const loadOrDo = (load: RowFormInput['schema']) => load?.().catch(() => null) ?? Promise.resolve(null)

const check = async (
  { fields, initial, words, onlyChanges }: RowFormInput,
  schema: Promise<FormSchema | null>,
  typed: FormValues,
): Promise<ResolverResult<FormValues>> => {
  const names = fields.map(({ name }) => name)
  const values = toBody(fields, typed, names)
  const read = (await schema)?.safeParse(values)
  if (!read) return { values, errors: {} }
  if (read.success)
    return { values: isRecord(read.data) ? toBody(fields, read.data, names) : values, errors: {} }
  const checked = onlyChanges ? changedNames(initial, typed) : names
  const errors: FieldErrors<FormValues> = {}
  for (const issue of read.error.issues) {
    const name = String(issue.path[0])
    if (!checked.includes(name) || errors[name]) continue
    const [code, details] = readIssue(issue, values[name])
    errors[name] = { type: code, message: words.problem(code, details) }
  }
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} }
}

/** The state of a create or edit form: the schema checks here as it does on the server. */
export function useRowForm(input: RowFormInput) {
  const { fields, initial, words, onlyChanges, save } = input
  const explain = useExplain()
  const [formError, setFormError] = useState<string | null>(null)
  // Asked for at once, waited for only by the first check.
  const [schema] = useState(() => loadOrDo(input.schema))
  const latest = useRef(input)
  useEffect(() => {
    latest.current = input
  })
  const resolver: Resolver<FormValues> = (values) => check(latest.current, schema, values)
  const methods = useForm<FormValues>({ resolver, mode: 'onTouched', defaultValues: initial })
  const fail = (error: unknown) => {
    const problems = error instanceof CallError ? Object.entries(error.fields) : []
    const known = problems.filter(([name]) => fields.some((field) => field.name === name))
    for (const [index, [name, code]] of known.entries())
      methods.setError(name, { type: 'server', message: words.problem(code) }, { shouldFocus: index === 0 })
    if (known.length === 0) setFormError(explain(error))
  }
  const submit = methods.handleSubmit(async (values) => {
    setFormError(null)
    const names = fields.map(({ name }) => name)
    const changed = onlyChanges ? changedNames(toBody(fields, initial, names), values) : names
    const body = Object.fromEntries(changed.map((name) => [name, values[name]]))
    await save(body, changed).catch(fail)
  })
  return { methods, submit, formError, fail }
}
