import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import type { FieldKind } from '@spawnpoint/sdk/resource'
import { Switch, TextArea, TextField } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { ChoiceField, type FieldInput } from './choice-field.tsx'
import type { FormTexts } from './form-texts.ts'
import { readNumber, type FormField } from './form-values.ts'
import { ScheduleField } from './schedule-field.tsx'

type Drawing = (input: FieldInput) => ReactNode

const asText = (value: unknown) => (value === null || value === undefined ? '' : String(value))

const line =
  (type: 'text' | 'email' | 'color' | 'date' | 'time' | 'datetime-local'): Drawing =>
  ({ bound, texts }) => <TextField {...texts} {...bound} type={type} value={asText(bound.value)} />

const numeric: Drawing = ({ bound, texts }) => (
  <TextField
    {...texts}
    {...bound}
    type="number"
    inputMode="numeric"
    value={asText(bound.value)}
    onChange={(event) => bound.onChange(readNumber(event.target.value))}
  />
)

/** The local time that a `datetime-local` input shows, and back. */
const toLocal = (iso: string) => {
  const at = new Date(iso)
  return Number.isNaN(at.getTime())
    ? ''
    : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const readJson = (typed: string): unknown => {
  try {
    return JSON.parse(typed)
  } catch {
    // Not JSON yet: kept as text, which the schema refuses.
    return typed
  }
}

const drawings: Readonly<Record<FieldKind, Drawing>> = {
  text: line('text'),
  email: line('email'),
  color: line('color'),
  date: line('date'),
  time: line('time'),
  uuid: line('text'),
  dateTime: ({ bound, texts }) => (
    <TextField
      {...texts}
      {...bound}
      type="datetime-local"
      value={toLocal(asText(bound.value))}
      onChange={({ target: { value } }) => bound.onChange(value === '' ? '' : new Date(value).toISOString())}
    />
  ),
  multiline: ({ bound, texts }) => <TextArea {...texts} {...bound} rows={3} value={asText(bound.value)} />,
  integer: numeric,
  number: numeric,
  coins: numeric,
  choice: (input) => <ChoiceField {...input} />,
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

/** One declared field, tied to the form around it. */
export const DeclaredField = ({
  field,
  texts,
  choices,
}: {
  field: FormField
  texts: FormTexts
  choices: AnyEndpoint | undefined
}) => {
  const { name, spec } = field
  const { field: bound, fieldState } = useController({ name })
  const hint = texts.hint(name)
  const own = {
    label: texts.label(name),
    error: fieldState.error?.message,
    ...(hint !== undefined && { hint }),
    ...(spec.optional && { optional: true as const }),
  }
  const input: FieldInput = { field, choices, form: texts, bound, texts: own }
  return choices ? <ChoiceField {...input} /> : drawings[spec.kind](input)
}
