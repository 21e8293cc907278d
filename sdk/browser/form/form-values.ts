import type { FieldSpec, WeeklySchedule } from '@spawnpoint/sdk/resource'
import type { AmountScale } from '@spawnpoint/sdk/ui'

/** The values of a form by field name. @example const values: FormValues = { name: '' } */
export type FormValues = Record<string, unknown>

/** A field as forms draw it: a declared field, a secret, or a list of lines. @example const spec: FormSpec = { kind: 'secret' } */
export type FormSpec = Omit<FieldSpec, 'kind'> & {
  readonly kind: FieldSpec['kind'] | 'secret' | 'lines'
  /** Many lines of code in a fixed-width font. */
  readonly code?: true
}

/** A field of a form. @example const field: FormField = { name: 'email', spec: { kind: 'email' } } */
export interface FormField {
  readonly name: string
  readonly spec: FormSpec
  /** True where a secret is set; its value never leaves the server. */
  readonly stored?: boolean
  /** True where the endpoint of the choices searches: it gets what is typed as `search` and answers the best matches. */
  readonly search?: true
  /** True where this person cannot change the field. */
  readonly disabled?: boolean
  /** True where the field is checked and sent even if it is unchanged, such as the reason of a change. */
  readonly always?: true
  /** Shown in place of the value, such as a switch that another field turns off. */
  readonly shown?: unknown
  /** A number that is shown in another unit, with a slider up to its maximum. */
  readonly amount?: AmountScale
  /** Classes of its cell in the grid of the form. */
  readonly cell?: string
}

const weekdays = { from: '09:00', to: '17:00' }

/** Weekdays from nine to five, in the time zone of the browser. */
const usualWeek = (): WeeklySchedule => ({
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  mon: weekdays,
  tue: weekdays,
  wed: weekdays,
  thu: weekdays,
  fri: weekdays,
  sat: null,
  sun: null,
})

const startOf = ({ kind, options }: FormSpec): unknown => {
  if (kind === 'secret') return undefined
  if (kind === 'lines') return []
  if (kind === 'boolean') return false
  if (kind === 'schedule') return usualWeek()
  const isEmptyNull =
    options !== undefined || kind === 'integer' || kind === 'number' || kind === 'coins' || kind === 'choice'
  return isEmptyNull ? null : ''
}

/** Initial values of a new row. */
export const newValues = (fields: readonly FormField[]): FormValues =>
  Object.fromEntries(
    fields.map(({ name, spec }) => [
      name,
      spec.initial ?? (spec.kind === 'schedule' && spec.optional ? null : startOf(spec)),
    ]),
  )

/** Initial form values of a stored row. @example rowValues(fields, { name: 'Ada' }) */
export const rowValues = (fields: readonly FormField[], row: Readonly<Record<string, unknown>>): FormValues =>
  Object.fromEntries(
    fields.map(({ name, spec }) => [name, row[name] ?? (spec.kind === 'schedule' ? null : startOf(spec))]),
  )

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The names of the fields whose values differ. */
export const changedNames = (from: FormValues, to: FormValues): readonly string[] =>
  Object.keys(to).filter((name) => !isSame(from[name], to[name]))

/** The names of the fields that are checked and sent when only changes are. */
export const sentNames = (
  fields: readonly FormField[],
  from: FormValues,
  to: FormValues,
): readonly string[] => [
  ...new Set([...changedNames(from, to), ...fields.filter(({ always }) => always).map(({ name }) => name)]),
]

/** The values as they are sent: an optional field left empty is null. */
export const toBody = (
  fields: readonly FormField[],
  values: FormValues,
  names: readonly string[],
): FormValues =>
  Object.fromEntries(
    fields
      .filter(({ name }) => names.includes(name))
      .map(({ name, spec }) => [name, spec.optional && values[name] === '' ? null : values[name]]),
  )

/** A number that was typed; null while there is none. */
export const readNumber = (text: string): number | null => (text.trim() === '' ? null : Number(text))
