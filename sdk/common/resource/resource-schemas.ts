import { z } from 'zod'
import { plainText } from '../ids.ts'
import { fieldsOf, isWritable, type BodyOf, type Resource, type RowOf } from './define-resource.ts'
import { SCHEDULE_CLOSED_DATES, SCHEDULE_DAYS, type FieldKind, type FieldSpec } from './fields.ts'

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    // Unknown zones throw a RangeError.
    return false
  }
}

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
const hours = z
  .strictObject({
    from: timeOfDay,
    to: timeOfDay,
    break: z.strictObject({ from: timeOfDay, to: timeOfDay }).optional(),
  })
  .refine(({ from, to }) => from < to, { error: 'schedule_order' })
  .refine(
    ({ from, to, break: pause }) => !pause || (from < pause.from && pause.from < pause.to && pause.to < to),
    { error: 'schedule_break' },
  )
  .nullable()

const schedule = z.strictObject({
  timeZone: z.string().max(64).refine(isTimeZone, { error: 'time_zone' }),
  closedOn: z
    .array(z.iso.date())
    .max(SCHEDULE_CLOSED_DATES)
    .refine((dates) => new Set(dates).size === dates.length, { error: 'schedule_dates' })
    .optional(),
  ...(Object.fromEntries(SCHEDULE_DAYS.map((day) => [day, hours])) as Record<
    (typeof SCHEDULE_DAYS)[number],
    typeof hours
  >),
})

// A username in an address can make it look like that of another site.
const isWebAddress = (text: string): boolean => {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null
  return url !== null && url.username === '' && url.password === ''
}

const line = ({ min = 0, max = Number.MAX_SAFE_INTEGER, pattern }: FieldSpec) =>
  pattern === undefined ? plainText(min, max) : z.string().trim().min(min).max(max).regex(new RegExp(pattern))

const ranged = (schema: z.ZodNumber, { min = -Infinity, max = Infinity }: FieldSpec) =>
  schema.min(min).max(max)

const schemas: Readonly<Record<FieldKind, (spec: FieldSpec) => z.ZodType>> = {
  text: line,
  multiline: line,
  email: () => z.string().trim().max(254).pipe(z.email()),
  webAddress: ({ max = 2000 }) => z.string().trim().max(max).refine(isWebAddress, { error: 'web_address' }),
  color: () => z.string().regex(/^#[0-9a-fA-F]{6}$/),
  integer: (spec) => ranged(z.number().int(), spec),
  coins: (spec) => ranged(z.number().int(), spec),
  number: (spec) => ranged(z.number(), spec),
  boolean: () => z.boolean(),
  choice: ({ values = [] }) => z.enum(values),
  date: () => z.iso.date(),
  time: () => timeOfDay,
  dateTime: () => z.iso.datetime(),
  uuid: () => z.uuid(),
  schedule: () => schedule,
  json: ({ schema = {} }) => z.fromJSONSchema(schema),
}

/** The zod schema of one field's values. @example fieldSchema(departments.fields.name).parse('Billing') */
export const fieldSchema = (spec: FieldSpec): z.ZodType => {
  const schema = schemas[spec.kind](spec)
  return spec.optional || spec.computed ? schema.nullable().optional() : schema
}

const shapeOf = (resource: Resource, test: (spec: FieldSpec) => boolean) =>
  Object.fromEntries(fieldsOf(resource, test).map(([name, spec]) => [name, fieldSchema(spec)]))

const cached = <T>(make: (resource: Resource) => T) => {
  const made = new WeakMap<object, T>()
  return (resource: Resource): T => {
    const known = made.get(resource) ?? make(resource)
    made.set(resource, known)
    return known
  }
}

const makeSchemas = cached((resource) => {
  const body = shapeOf(resource, isWritable)
  const changes = Object.fromEntries(Object.entries(body).map(([name, schema]) => [name, schema.optional()]))
  return {
    /** Values a user writes. */
    body: z.strictObject(body),
    /** Body of an edit: the changed values and the version it started from. */
    changes: z.strictObject({ ...changes, version: z.number().int() }),
    row: z.object({
      id: z.uuid(),
      version: z.number().int(),
      createdAt: z.iso.datetime(),
      updatedAt: z.iso.datetime(),
      ...shapeOf(resource, () => true),
    }),
  }
})

/** The schemas of a resource, with the types of its fields. @example ResourceSchemas<typeof departments> */
export interface ResourceSchemas<X> {
  readonly body: z.ZodType<BodyOf<X>, BodyOf<X>>
  readonly changes: z.ZodType<
    Partial<BodyOf<X>> & { readonly version: number },
    Partial<BodyOf<X>> & { readonly version: number }
  >
  readonly row: z.ZodType<RowOf<X>, RowOf<X>>
}

/** The zod schemas that follow from a resource's fields. @example resourceSchemas(departments).body.safeParse({}) */
export const resourceSchemas = <X extends Resource>(resource: X): ResourceSchemas<X> =>
  // Made from the same fields as the types.
  makeSchemas(resource) as unknown as ResourceSchemas<X>
