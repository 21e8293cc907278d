import type { FieldKind, FieldSpec, WeeklySchedule } from '@spawnpoint/sdk/resource'
import { Code, Status } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { summarizeSchedule } from '../form/schedule-summary.ts'
import { useFormat } from '../hooks.ts'
import { useHost } from '../host.ts'
import { useStore } from '../store.ts'
import type { ResourceTexts } from './resource-texts.ts'

interface CellInput {
  readonly name: string
  readonly spec: FieldSpec
  readonly value: unknown
  readonly texts: ResourceTexts
  readonly format: ReturnType<typeof useFormat>
  readonly locale: string
}

type Drawing = (input: CellInput) => ReactNode

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

const swatch = {
  display: 'inline-block',
  width: '1em',
  height: '1em',
  borderRadius: '0.25em',
  verticalAlign: '-0.15em',
}

const text: Drawing = ({ value }) => asText(value)
/** The beginning, without the marks of Markdown, which say nothing where they are not drawn. */
const excerpt: Drawing = ({ value }) => (
  <span className="line-clamp-2">{asText(value).replaceAll(/\*\*|`|^#+ /gm, '')}</span>
)
const numeric: Drawing = ({ value, format }) => format.number(Number(value))
const code: Drawing = ({ value }) => (
  <span className="sp-unbroken">
    <Code>{asText(value)}</Code>
  </span>
)

const drawings: Readonly<Record<FieldKind, Drawing>> = {
  text,
  multiline: excerpt,
  email: text,
  webAddress: text,
  time: text,
  date: ({ value, format }) => <time dateTime={asText(value)}>{format.day(asText(value))}</time>,
  json: text,
  uuid: code,
  integer: numeric,
  number: numeric,
  coins: numeric,
  dateTime: ({ value, format }) => (
    <time dateTime={asText(value)} title={format.ago(asText(value))}>
      {format.dateTime(asText(value))}
    </time>
  ),
  boolean: ({ name, value, texts }) => (
    <Status tone={value === true ? 'success' : 'neutral'}>{texts.value(name, asText(value))}</Status>
  ),
  choice: ({ name, spec, value, texts }) => (
    <Status tone={spec.tones?.[asText(value)] ?? 'neutral'}>{texts.value(name, asText(value))}</Status>
  ),
  schedule: ({ value, texts, locale }) =>
    // The row has passed the schema of the field.
    summarizeSchedule(value as WeeklySchedule, locale, texts.text('schedule.closed')),
  color: ({ value }) => (
    <span className="sp-unbroken">
      <span style={{ ...swatch, backgroundColor: asText(value) }} aria-hidden="true" />{' '}
      <Code>{asText(value)}</Code>
    </span>
  ),
}

/** One value of a row, drawn by its field. */
export const ListCell = ({
  name,
  spec,
  value,
  texts,
}: Pick<CellInput, 'name' | 'spec' | 'value' | 'texts'>) => {
  const format = useFormat()
  const locale = useStore(useHost().locale)
  if (value === null || value === undefined || value === '')
    return <span aria-label={texts.text('list.none')}>–</span>
  return (spec.column?.code ? code : drawings[spec.kind])({ name, spec, value, texts, format, locale })
}
