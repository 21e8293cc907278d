import type { ResourceColumn } from '@spawnpoint/sdk/common'
import { Code, Status, type Tone } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { useFormat } from '../hooks.ts'
import type { ResourceWords } from './resource-words.ts'

type Format = ReturnType<typeof useFormat>

interface CellInput {
  readonly column: ResourceColumn
  readonly value: unknown
  readonly words: ResourceWords
  readonly format: Format
  readonly tones: Readonly<Record<string, Tone>>
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

const valueWord = ({ column, value, words }: CellInput) =>
  words.find(`values.${column.key}.${String(value)}`) ?? words.word(`values.${String(value)}`)

const swatch = {
  display: 'inline-block',
  width: '1em',
  height: '1em',
  borderRadius: '0.25em',
  verticalAlign: '-0.15em',
}

const kinds: Readonly<Record<NonNullable<ResourceColumn['kind']>, (input: CellInput) => ReactNode>> = {
  text: ({ value }) => asText(value),
  number: ({ value, format }) => format.number(Number(value)),
  coins: ({ value, format }) => format.number(Number(value)),
  date: ({ value, format }) => (
    <time dateTime={asText(value)} title={format.ago(asText(value))}>
      {format.dateTime(asText(value))}
    </time>
  ),
  boolean: (input) => <Status tone={input.value === true ? 'success' : 'neutral'}>{valueWord(input)}</Status>,
  status: (input) => <Status tone={input.tones[asText(input.value)] ?? 'neutral'}>{valueWord(input)}</Status>,
  code: ({ value }) => (
    <span className="sp-unbroken">
      <Code>{asText(value)}</Code>
    </span>
  ),
  color: ({ value }) => (
    <span className="sp-unbroken">
      <span style={{ ...swatch, backgroundColor: asText(value) }} aria-hidden="true" />{' '}
      <Code>{asText(value)}</Code>
    </span>
  ),
}

/** One value of a row, drawn by its column's kind. */
export const ListCell = (input: CellInput) => {
  if (input.value === null || input.value === undefined || input.value === '')
    return <span aria-label={input.words.word('list.none')}>–</span>
  return kinds[input.column.kind ?? 'text'](input)
}
