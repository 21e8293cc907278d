import type { FormFieldDeclaration, Row } from './resource-view.ts'

/** The values of a form by field name. */
export type FormValues = Record<string, unknown>

const emptyOf = ({ kind }: FormFieldDeclaration): unknown => {
  if (kind === 'switch') return false
  return kind === 'number' || kind === 'select' ? null : ''
}

/** What a new row begins with. */
export const newValues = (fields: readonly FormFieldDeclaration[]): FormValues =>
  Object.fromEntries(fields.map((field) => [field.name, field.initial ?? emptyOf(field)]))

/** What a stored row begins with. A secret is never sent back: it begins empty and, left so, stays what it was. */
export const rowValues = (fields: readonly FormFieldDeclaration[], row: Row): FormValues =>
  Object.fromEntries(fields.map((field) => [field.name, row[field.name] ?? emptyOf(field)]))

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The names of the fields whose values differ. */
export const changedNames = (from: FormValues, to: FormValues): readonly string[] =>
  Object.keys(to).filter((name) => !same(from[name], to[name]))

/** The values as they are sent: an optional field left empty is null. */
export const toBody = (
  fields: readonly FormFieldDeclaration[],
  values: FormValues,
  names: readonly string[],
): FormValues =>
  Object.fromEntries(
    fields
      .filter(({ name }) => names.includes(name))
      .map(({ name, optional }) => [name, optional && values[name] === '' ? null : values[name]]),
  )

/** A number that was typed; null while there is none. */
export const readNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))
