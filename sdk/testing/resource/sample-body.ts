import {
  fieldsOf,
  isWritable,
  SCHEDULE_DAYS,
  type FieldKind,
  type FieldSpec,
  type Resource,
} from '@spawnpoint/sdk/resource'

const week = {
  timeZone: 'Europe/Oslo',
  ...Object.fromEntries(SCHEDULE_DAYS.map((day) => [day, null])),
  mon: { from: '09:00', to: '17:00' },
}

const padded = (start: string, { min = 0, max = 200 }: FieldSpec) => start.padEnd(min, 'x').slice(0, max)

/** Words, or digits where the pattern of the field takes no words. */
const textFor = (spec: FieldSpec, index: number) => {
  const words = padded(`sample-${index}`, spec)
  const fits = spec.pattern === undefined || new RegExp(spec.pattern).test(words)
  return fits ? words : String(index).padStart(spec.min ?? 1, '1')
}

const samples: Readonly<Record<FieldKind, (spec: FieldSpec, index: number) => unknown>> = {
  text: textFor,
  multiline: (spec, index) => padded(`sample ${index}`, spec),
  email: (_spec, index) => `sample-${index}@example.com`,
  webAddress: (_spec, index) => `https://sample-${index}.example.com/`,
  color: (_spec, index) => `#${String(index).padStart(6, '0')}`,
  integer: ({ min = 0, max = 100 }, index) => Math.min(min + index, max),
  coins: ({ min = 0, max = 100 }, index) => Math.min(min + index, max),
  number: ({ min = 0, max = 100 }, index) => Math.min(min + index, max),
  boolean: (_spec, index) => index % 2 === 0,
  choice: ({ values = [] }, index) => values[index % values.length],
  date: (_spec, index) => `2030-01-${String((index % 28) + 1).padStart(2, '0')}`,
  time: (_spec, index) => `09:${String(index % 60).padStart(2, '0')}`,
  dateTime: (_spec, index) => new Date(Date.UTC(2030, 0, 1, 0, index)).toISOString(),
  uuid: () => crypto.randomUUID(),
  schedule: () => week,
  json: ({ schema }) => (schema?.['type'] === 'array' ? [] : {}),
}

/** Values that a resource accepts, other ones for each index. @example sampleBody(departments, 1) */
export const sampleBody = (resource: Resource, index: number): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(resource, isWritable).map(([name, spec]) => [name, samples[spec.kind](spec, index)]),
  )
