import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { AmountField, Combobox, Select, Switch, TextArea, TextField } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { useT } from '../hooks.ts'
import { SHELL } from '../host.ts'
import { ChoiceField, LONGEST_SELECT } from './choice-field.tsx'
import { DateTimeField } from './date-time-field.tsx'
import type { BoundValue, FieldInput } from './field-input.ts'
import type { FormTexts } from './form-texts.ts'
import { readNumber, type FormField, type FormSpec } from './form-values.ts'
import { PictureChoice, PictureField } from './picture-field.tsx'
import { ScheduleField } from './schedule-field.tsx'
import { SecretField } from './secret-field.tsx'

type Drawing = (input: FieldInput) => ReactNode

const asText = (value: unknown) => (value === null || value === undefined ? '' : String(value))

const line =
  (type: 'text' | 'email' | 'url' | 'color' | 'date' | 'time'): Drawing =>
  ({ field, bound, texts }) => (
    <TextField
      {...texts}
      {...bound}
      type={type}
      // Forms are about others: the browser has nothing of its own to fill in.
      autoComplete="off"
      maxLength={type === 'text' ? field.spec.max : undefined}
      value={asText(bound.value)}
      onChange={({ target }) => bound.onChange(target.value)}
    />
  )

const numeric: Drawing = ({ field: { spec }, bound, texts }) => (
  <TextField
    {...texts}
    {...bound}
    type="number"
    inputMode="numeric"
    min={spec.min}
    max={spec.max}
    step={spec.kind === 'number' ? 'any' : 1}
    value={asText(bound.value)}
    onChange={(event) => bound.onChange(readNumber(event.target.value))}
  />
)

const amount: Drawing = (input) => {
  const { amount: scale, spec } = input.field
  if (!scale) return numeric(input)
  const { value, name, disabled, onBlur, onChange } = input.bound
  const { texts } = input
  return (
    <AmountField
      {...texts}
      {...{ name, onChange, scale }}
      {...(disabled !== undefined && { disabled })}
      {...(onBlur && { onBlur })}
      value={typeof value === 'number' ? value : null}
      min={spec.min ?? 0}
      max={spec.max ?? 0}
    />
  )
}

const readJson = (typed: string): unknown => {
  try {
    return JSON.parse(typed)
  } catch {
    // Not JSON yet: kept as text, which the schema refuses.
    return typed
  }
}

/** A select over the values that the field itself names. */
const StaticChoice = ({ field: { name, spec }, form, bound, texts }: FieldInput) => {
  const t = useT(SHELL)
  const value = asText(bound.value)
  const values = spec.values ?? []
  // A stored value that is no longer offered stays until another is chosen.
  const offered = value === '' || values.includes(value) ? values : [...values, value]
  const options = offered.map((each) => ({ value: each, label: form.value(name, each) }))
  const placeholder = t('resource.form.choose')
  const pick = (picked: string) => bound.onChange(picked === '' ? null : picked)
  if (options.length > LONGEST_SELECT)
    return <Combobox {...texts} {...bound} {...{ options, placeholder, value }} onChange={pick} />
  return (
    <Select
      {...texts}
      {...bound}
      {...((spec.optional || value === '') && { placeholder })}
      {...{ options, value }}
      onChange={({ target }) => pick(target.value)}
    />
  )
}

const drawings: Readonly<Record<FormSpec['kind'], Drawing>> = {
  text: line('text'),
  email: line('email'),
  webAddress: line('url'),
  color: line('color'),
  date: line('date'),
  time: line('time'),
  uuid: line('text'),
  dateTime: ({ bound, texts }) => <DateTimeField {...texts} {...bound} value={asText(bound.value)} />,
  multiline: ({ field: { spec }, bound, texts }) => (
    <TextArea
      {...texts}
      {...bound}
      rows={spec.code ? 12 : 4}
      maxLength={spec.max}
      className={spec.code ? 'font-mono' : ''}
      spellCheck={!spec.code}
      value={asText(bound.value)}
      onChange={({ target }) => bound.onChange(target.value)}
    />
  ),
  lines: ({ bound, texts }) => (
    <TextArea
      {...texts}
      {...bound}
      rows={4}
      value={Array.isArray(bound.value) ? bound.value.join('\n') : ''}
      onChange={({ target }) => bound.onChange(target.value === '' ? [] : target.value.split('\n'))}
    />
  ),
  secret: (input) => <SecretField {...input} />,
  integer: amount,
  number: numeric,
  coins: numeric,
  choice: (input) => (input.field.spec.pictured ? <PictureField {...input} /> : <StaticChoice {...input} />),
  boolean: ({ bound: { value, ...bound }, texts: { label, hint, error } }) => (
    <Switch
      {...{ label, error }}
      {...(hint !== undefined && { hint })}
      {...bound}
      checked={value === true}
      onChange={(event) => bound.onChange(event.target.checked)}
    />
  ),
  schedule: (input) => <ScheduleField {...input} />,
  json: ({ bound, texts }) => (
    <TextArea
      {...texts}
      {...bound}
      rows={6}
      value={typeof bound.value === 'string' ? bound.value : JSON.stringify(bound.value ?? null, null, 2)}
      onChange={(event) => bound.onChange(readJson(event.target.value))}
    />
  ),
}

const numbers: readonly FormSpec['kind'][] = ['integer', 'number', 'coins']

const isRequired = ({ kind, optional, min = 0 }: FormSpec) =>
  !optional &&
  (numbers.includes(kind) ||
    kind === 'email' ||
    kind === 'webAddress' ||
    ((kind === 'text' || kind === 'multiline') && min > 0))

/** A longer text may stay empty where no length is asked for. */
const isOptional = ({ kind, optional, min = 0 }: FormSpec) => optional || (kind === 'multiline' && min === 0)

/** One field with the label, hint and error of its form. @example <FieldControl field={field} texts={texts} bound={{ name: 'open', value: true, onChange: edit }} /> */
export const FieldControl = ({
  field,
  texts,
  bound,
  error,
  choices,
}: {
  readonly field: FormField
  readonly texts: FormTexts
  readonly bound: BoundValue
  readonly error?: string | undefined
  /** Endpoint of the choices of a field declared with `optionsFrom`. */
  readonly choices?: AnyEndpoint | undefined
}) => {
  const { name, spec } = field
  const hint = texts.hint(name)
  const own = {
    label: texts.label(name),
    error,
    ...(hint !== undefined && { hint }),
    ...(isRequired(spec) && { required: true }),
    ...(isOptional(spec) && texts.marksOptional !== false && { optional: true as const }),
  }
  const input: FieldInput = { field, choices, form: texts, bound, texts: own }
  if (!choices) return drawings[spec.kind](input)
  return spec.pictured ? <PictureChoice {...input} /> : <ChoiceField {...input} />
}

/** One declared field, tied to the form around it. */
export const DeclaredField = ({
  field,
  texts,
  choices,
  disabled,
}: {
  field: FormField
  texts: FormTexts
  choices: AnyEndpoint | undefined
  disabled: boolean
}) => {
  const { field: bound, fieldState } = useController({ name: field.name })
  const error = fieldState.error?.message
  const value: unknown = field.shown ?? bound.value
  const isDisabled = disabled || field.disabled === true
  return (
    <FieldControl {...{ field, texts, choices, error }} bound={{ ...bound, value, disabled: isDisabled }} />
  )
}
