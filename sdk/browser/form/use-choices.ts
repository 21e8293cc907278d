import type { AnyEndpoint, Choice } from '@spawnpoint/sdk/common'
import { useFormContext } from 'react-hook-form'
import { useEndpoint } from '../query.ts'
import type { FormTexts } from './form-texts.ts'
import type { FormField } from './form-values.ts'

/** The choices of a field, or why there are none. */
export interface FieldChoices {
  readonly state: 'ready' | 'loading' | 'failed' | 'waiting'
  readonly choices: readonly Choice[]
  readonly error: unknown
  readonly retry: () => void
  /** Changes with the fields that the choices depend on. */
  readonly key: string
}

// Never called: a query needs an endpoint even while it is off.
const nothing = { kind: 'endpoint', method: 'GET', path: '' } as unknown as AnyEndpoint

/** The choices of a select: its own values, or an endpoint's answer. */
export function useChoices(
  { name, spec, search }: FormField,
  endpoint: AnyEndpoint | undefined,
  texts: FormTexts,
  searched = '',
): FieldChoices {
  const { watch } = useFormContext()
  const wanted = Object.entries(spec.options?.query ?? {})
  const query = Object.fromEntries(wanted.map(([key, from]) => [key, watch(from) ?? '']))
  const complete = Object.values(query).every((value) => value !== '')
  const { data, error, refetch } = useEndpoint(
    endpoint ?? nothing,
    wanted.length > 0 || search ? { query: { ...query, ...(search && { search: searched }) } as never } : {},
    { enabled: endpoint !== undefined && complete },
  )
  const rest = { key: JSON.stringify(query), error, retry: () => void refetch() }
  if (!endpoint) {
    const choices = (spec.values ?? []).map((value) => ({ value, label: texts.value(name, value) }))
    return { ...rest, state: 'ready', choices }
  }
  if (!complete) return { ...rest, state: 'waiting', choices: [] }
  if (error) return { ...rest, state: 'failed', choices: [] }
  // Every endpoint of `optionsFrom` replies with `choicesReply`.
  const answered = data as { choices: readonly Choice[] } | undefined
  return answered
    ? { ...rest, state: 'ready', choices: answered.choices }
    : { ...rest, state: 'loading', choices: [] }
}
