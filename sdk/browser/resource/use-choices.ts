import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { useFormContext } from 'react-hook-form'
import { useEndpoint } from '../query.ts'
import type { Choices, ChoicesFrom, FormFieldDeclaration } from './resource-view.ts'
import type { ResourceWords } from './resource-words.ts'

/** Where the choices of a field stand. */
export interface FieldChoices {
  readonly state: 'ready' | 'loading' | 'failed' | 'waiting'
  readonly choices: Choices
  /** Why there are none, where they could not be had. */
  readonly error: unknown
  /** Asks for them once more. */
  readonly retry: () => void
  /** Changes when what the choices hang on changes. */
  readonly key: string
}

const nothing: ChoicesFrom = {
  endpoint: { kind: 'endpoint', path: '', method: 'GET' } as unknown as AnyEndpoint,
}

/** The choices of a select: its fixed options, or an endpoint's answer. */
export function useChoices(field: FormFieldDeclaration, words: ResourceWords): FieldChoices {
  const { endpoint, query: wanted = {} } = field.optionsFrom ?? nothing
  const { watch } = useFormContext()
  const query = Object.fromEntries(Object.entries(wanted).map(([key, name]) => [key, watch(name) ?? '']))
  const complete = Object.values(query).every((value) => value !== '')
  const enabled = field.optionsFrom !== undefined && complete
  const { data, error, refetch } = useEndpoint(endpoint, Object.keys(query).length > 0 ? { query } : {}, {
    enabled,
  })
  const rest = { key: JSON.stringify(query), error, retry: () => void refetch() }
  if (field.options) {
    const choices = field.options.map((value) => ({
      value,
      label: words.find(`values.${field.name}.${value}`) ?? words.word(`values.${value}`),
    }))
    return { ...rest, state: 'ready', choices }
  }
  if (!complete) return { ...rest, state: 'waiting', choices: [] }
  if (error) return { ...rest, state: 'failed', choices: [] }
  // Every endpoint of `optionsFrom` replies with `choicesReply`.
  const answered = data as { choices: Choices } | undefined
  return answered
    ? { ...rest, state: 'ready', choices: answered.choices }
    : { ...rest, state: 'loading', choices: [] }
}
