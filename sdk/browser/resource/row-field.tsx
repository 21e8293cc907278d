import { PasswordField, Switch, TextArea, TextField } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { useSetting } from '../hooks.ts'
import { ChoiceField, type FieldInput } from './choice-field.tsx'
import type { FormFieldDeclaration } from './resource-view.ts'
import type { ResourceWords } from './resource-words.ts'
import { readNumber } from './row-values.ts'

type Drawing = (input: FieldInput) => ReactNode

const asText = (value: unknown) => (value === null || value === undefined ? '' : String(value))

const line =
  (type: 'text' | 'color' | 'date' | 'time'): Drawing =>
  ({ bound, texts }) => <TextField {...texts} {...bound} type={type} value={asText(bound.value)} />

const drawings: Readonly<Record<FormFieldDeclaration['kind'], Drawing>> = {
  text: line('text'),
  color: line('color'),
  date: line('date'),
  time: line('time'),
  textarea: ({ field, bound, texts }) => (
    <TextArea {...texts} {...bound} rows={field.rows ?? 4} value={asText(bound.value)} />
  ),
  number: ({ bound, texts }) => (
    <TextField
      {...texts}
      {...bound}
      type="number"
      inputMode="numeric"
      value={asText(bound.value)}
      onChange={(event) => bound.onChange(readNumber(event.target.value))}
    />
  ),
  select: (input) => <ChoiceField {...input} />,
  switch: ({ bound: { value, ...bound }, texts: { label, hint, error } }) => (
    <Switch
      {...{ label, hint, error }}
      {...bound}
      checked={value === true}
      onChange={(event) => bound.onChange(event.target.checked)}
    />
  ),
  secret: ({ bound, texts }) => (
    <PasswordField {...texts} {...bound} autoComplete="new-password" value={asText(bound.value)} />
  ),
}

/** One declared field, tied to the form around it. */
export const RowField = ({ field, words }: { field: FormFieldDeclaration; words: ResourceWords }) => {
  const { field: bound, fieldState } = useController({ name: field.name })
  const timeZone = String(useSetting('app_timezone') ?? 'UTC')
  const hint = words.find(`fields.${field.name}.hint`, { timeZone })
  const texts = {
    label: words.word(`fields.${field.name}.label`),
    error: fieldState.error?.message,
    ...(hint !== undefined && { hint }),
    ...(field.optional && { optional: true as const }),
  }
  return drawings[field.kind]({ field, words, bound, texts })
}
