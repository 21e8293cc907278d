import { gamePictures, type GamePicture } from './game-pictures.ts'

/** The kinds of values a field can hold. @example const kind: FieldKind = 'text' */
export type FieldKind =
  | 'text'
  | 'multiline'
  | 'email'
  | 'webAddress'
  | 'color'
  | 'integer'
  | 'number'
  | 'coins'
  | 'boolean'
  | 'choice'
  | 'date'
  | 'time'
  | 'dateTime'
  | 'uuid'
  | 'schedule'
  | 'json'

/** How a column of the list behaves. @example integer(0, 999).column({ sort: true }) */
export interface ColumnOptions {
  readonly sort?: true
  readonly search?: true
  /** Offers the values of a `boolean` or `choice` field as a filter. */
  readonly filter?: true
  /** Draws the value in a fixed-width font, for ids and addresses. */
  readonly code?: true
  /** Place in the two-line row of a phone; without it the first choice is the badge and two texts are the facts. */
  readonly phone?: 'badge' | 'meta' | 'end' | 'hidden'
  /** Keeps the field off the list; it is searched, filtered and shown on the delete page. */
  readonly list?: 'hidden'
}

/** Color of a choice where it is drawn as a badge. @example const tones: Record<string, FieldTone> = { online: 'success' } */
export type FieldTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info'

/** A field as plain data: everything the two sides derive from a declaration starts here. @example const spec: FieldSpec = departments.fields.name */
export interface FieldSpec {
  readonly kind: FieldKind
  /** Length of a text, or value of a number. */
  readonly min?: number
  readonly max?: number
  /** Source of a regular expression that a text has to match. */
  readonly pattern?: string
  readonly values?: readonly string[]
  readonly tones?: Readonly<Record<string, FieldTone>>
  /** The form shows pictures: bundled ones that the values name, or those of the choices. */
  readonly pictured?: true
  readonly optional?: true
  readonly unique?: true | 'ignoreCase'
  readonly column?: ColumnOptions
  /** Value that the create page starts with. */
  readonly initial?: unknown
  /** Stored, but written by the server only. */
  readonly readOnly?: true
  /** Added by the server when a row is read; not stored. */
  readonly computed?: true
  /** Left out of the forms. */
  readonly hidden?: true
  /** Only in the form of the create page. */
  readonly createOnly?: true
  /** Cannot change while other plugins use the row. */
  readonly fixedInUse?: true
  /** Choices come from `GET /api/<resource>/<from>`; `query` fills its query from other fields. */
  readonly options?: { readonly from: string; readonly query?: Readonly<Record<string, string>> }
  /** JSON Schema of a `json` field. */
  readonly schema?: Readonly<Record<string, unknown>>
}

declare const valueOf: unique symbol

/** Whether a field can be written and whether it can be omitted. @example FieldMode */
export type FieldMode = 'required' | 'optional' | 'readOnly' | 'computed'

/**
 * A field under construction. Each method returns a changed copy.
 *
 * @example const order: Field<number> = integer(0, 999).unique().column({ sort: true })
 */
export interface Field<V, M extends FieldMode = 'required'> {
  readonly spec: FieldSpec
  /** Only carries the value's type. */
  readonly [valueOf]?: V
  /** No two rows share a value; `ignoreCase` also compares upper and lower case as equal. */
  unique(how?: 'ignoreCase'): Field<V, M>
  /** Can be left empty; the value is null then. */
  optional(): Field<V | null, 'optional'>
  /** Shows the field in the list. */
  column(options?: ColumnOptions): Field<V, M>
  /** Value that the create page starts with. */
  initial(value: NonNullable<V>): Field<V, M>
  /** Stored, but written by the server only; `initial` is its database default. */
  readOnly(): Field<V, 'readOnly'>
  /** Added by the server when a row is read, or null; not stored. */
  computed(): Field<V | null, 'computed'>
  /** Leaves the field out of the forms. */
  hidden(): Field<V, M>
  /** Refuses changes (`IN_USE`) while other plugins use the row. */
  fixedInUse(): Field<V, M>
  /** Keeps the field out of the edit form. */
  createOnly(): Field<V, M>
  /** Text that matches a regular expression. */
  pattern(expression: RegExp): Field<V, M>
  /** Choices come from `GET /api/<resource>/<from>`; `query` fills its query from other fields of the form. */
  optionsFrom(from: string, query?: Readonly<Record<string, string>>): Field<V, M>
  /** Colors of the choices where they are drawn as badges. */
  tones(tones: Readonly<Record<string, FieldTone>>): Field<V, M>
}

/** The order of arguments differs between kinds, and bounds the wrong way round would let no value in. */
function checkBounds({ kind, min = -Infinity, max = Infinity }: FieldSpec): void {
  if (min <= max) return
  const takes = kind === 'multiline' ? ': multiline(max, min) takes the largest number first' : ''
  throw new RangeError(`A ${kind} field has no value between ${min} and ${max}${takes}`)
}

const field = <V, M extends FieldMode = 'required'>(spec: FieldSpec): Field<V, M> => {
  checkBounds(spec)
  const and = (more: Partial<FieldSpec>) => field<never, never>({ ...spec, ...more })
  const made: Field<never, never> = {
    spec,
    unique: (how) => and({ unique: how ?? true }),
    optional: () => and({ optional: true }) as never,
    column: (options = {}) => and({ column: options }),
    initial: (value) => and({ initial: value }),
    readOnly: () => and({ readOnly: true }) as never,
    computed: () => and({ computed: true }) as never,
    hidden: () => and({ hidden: true }),
    fixedInUse: () => and({ fixedInUse: true }),
    createOnly: () => and({ createOnly: true }),
    pattern: (expression) => and({ pattern: expression.source }),
    optionsFrom: (from, query) => and({ options: { from, ...(query && { query }) } }),
    tones: (tones) => and({ tones }),
  }
  // The type parameters describe the values; at run time every field is the same.
  return made as unknown as Field<V, M>
}

/** One line of text, trimmed. @example text(1, 191).unique().column({ sort: true, search: true }) */
export const text = (min: number, max: number) => field<string>({ kind: 'text', min, max })

/** Text of several lines. @example multiline(2000).optional() */
export const multiline = (max: number, min = 0) => field<string>({ kind: 'multiline', min, max })

/** An email address. @example email().optional().column() */
export const email = () => field<string>({ kind: 'email', min: 3, max: 254 })

/** An `http` or `https` address without a username or password in it. @example webAddress(2000).column() */
export const webAddress = (max: number) => field<string>({ kind: 'webAddress', min: 1, max })

/** A color such as `#22c55e`. @example color().initial('#6b7280') */
export const color = () => field<string>({ kind: 'color', min: 7, max: 7 })

/** A whole number. @example integer(0, 999).column({ sort: true }) */
export const integer = (min: number, max: number) => field<number>({ kind: 'integer', min, max })

/** A number with decimals. @example number(0, 1).initial(0.5) */
export const number = (min: number, max: number) => field<number>({ kind: 'number', min, max })

/** An amount of coins. @example amount(1).initial(100) */
export const amount = (min = 0, max = 1_000_000_000_000) => field<number>({ kind: 'coins', min, max })

/** On or off, drawn as a switch. @example boolean(true).column({ filter: true }) */
export const boolean = (initial = false) => field<boolean>({ kind: 'boolean', initial })

/** One of a few values. @example choice(['online', 'offline']).tones({ online: 'success' }).column({ filter: true }) */
export const choice = <const V extends string>(values: readonly V[]) => field<V>({ kind: 'choice', values })

/** One of the bundled pictures of games, or none. @example gamePicture() */
export const gamePicture = () =>
  field<GamePicture>({ kind: 'choice', values: gamePictures, pictured: true }).optional()

/** One of the pictures that `GET /api/<resource>/<from>` answers as choices, or none. The form shows them. @example pictureFrom('images') */
export const pictureFrom = (from: string) =>
  field<string>({ kind: 'uuid', pictured: true, options: { from } }).optional()

/** A day such as `2027-12-31`. @example date().optional().column() */
export const date = () => field<string>({ kind: 'date' })

/** A time of day such as `09:30`. @example time().initial('09:00') */
export const time = () => field<string>({ kind: 'time' })

/** A moment in ISO 8601. @example dateTime().optional().column({ sort: true }) */
export const dateTime = () => field<string>({ kind: 'dateTime' })

/** The id of another row. @example uuid().optionsFrom('categories') */
export const uuid = () => field<string>({ kind: 'uuid' })

/**
 * Opening hours of one day; `to` is later than `from`. A `break`, such as at noon, lies within them.
 *
 * @example { from: '09:00', to: '17:30', break: { from: '12:00', to: '13:00' } }
 */
export interface ScheduleHours {
  readonly from: string
  readonly to: string
  readonly break?: { readonly from: string; readonly to: string } | undefined
}

/** Days of a {@link WeeklySchedule}, in order. @example SCHEDULE_DAYS.length // 7 */
export const SCHEDULE_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** How many single dates a {@link WeeklySchedule} can close. @example SCHEDULE_CLOSED_DATES // 100 */
export const SCHEDULE_CLOSED_DATES = 100

/**
 * Opening hours of a week in a time zone; null for a closed day. `closedOn` has dates (`2026-12-25`) that are closed all
 * day, such as public holidays.
 *
 * @example const opens = (week: WeeklySchedule) => week.mon?.from
 */
export type WeeklySchedule = { readonly timeZone: string; readonly closedOn?: readonly string[] } & {
  readonly [Day in (typeof SCHEDULE_DAYS)[number]]: ScheduleHours | null
}

/** Opening hours of a week. @example schedule().column() */
export const schedule = () => field<WeeklySchedule>({ kind: 'schedule' })

/** Structured data that a JSON Schema describes, edited as text. @example json<string[]>({ type: 'array', items: { type: 'string' } }) */
export const json = <V>(schema: Readonly<Record<string, unknown>>) => field<V>({ kind: 'json', schema })

/** The fields of a resource as they are declared. @example const fields: Fields = { order: integer(0, 999) } */
export type Fields = Readonly<Record<string, Field<never, FieldMode> | Field<unknown, FieldMode>>>

/** The type of a field's values. @example FieldValue<ReturnType<typeof integer>> // number */
export type FieldValue<F> = F extends { readonly [valueOf]?: infer V } ? Exclude<V, undefined> : never

/** Write mode of a field. @example ModeOf<ReturnType<typeof integer>> // 'required' */
export type ModeOf<F> = F extends Field<infer _V, infer M> ? M : never
