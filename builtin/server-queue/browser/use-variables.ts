import { choicesOf, findVariableProblem } from '@spawnpoint/contracts/panel/schemas'
import { eggVariables } from '@spawnpoint/contracts/servers'
import { CallError, joinSentences, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import type { FormField, FormValues } from '@spawnpoint/sdk/form'
import { useEndpoint } from '@spawnpoint/sdk/query'

type Variable = ReplyOf<typeof eggVariables>['variables'][number]

/** The name of the field; another egg may have a variable of the same key. */
const nameOf = (egg: string, { key }: Variable) => `${egg}:${key}`

const fieldOf = (egg: string, variable: Variable): FormField => {
  const values = choicesOf(variable)
  const optional = findVariableProblem(variable, variable.defaultValue) === null
  return {
    name: nameOf(egg, variable),
    spec: {
      ...(values ? { kind: 'choice', values } : { kind: 'text', min: 1, max: 2000 }),
      ...(optional && { optional }),
    },
  }
}

/** The fields for what the chosen egg lets its owner set. An empty one keeps the default of the egg. */
export function useVariables(egg: string | null) {
  const t = useT()
  const { data, error } = useEndpoint(eggVariables, { params: { id: egg ?? '' } }, { enabled: egg !== null })
  const variables = (egg !== null && data?.variables) || []
  const find = (name: string) => variables.find((each) => egg !== null && nameOf(egg, each) === name)
  return {
    isBroken: egg !== null && error instanceof CallError && error.code === 'SERVERS_EGG_BROKEN',
    fields: egg === null ? [] : variables.map((each) => fieldOf(egg, each)),
    label: (name: string) => find(name)?.name,
    hint(name: string) {
      const { description = '', defaultValue = '' } = find(name) ?? {}
      const standard = defaultValue === '' ? null : t('create.standard', { value: defaultValue })
      return joinSentences([description, standard]) || undefined
    },
    /** The values as an order takes them, apart from the other fields. */
    split(values: FormValues) {
      const isVariable = ([name]: [string, unknown]) => find(name) !== undefined
      const entries = Object.entries(values)
      const environment = entries
        .filter(isVariable)
        .flatMap(([name, value]) => (value ? [[find(name)?.key ?? '', String(value)]] : []))
      return {
        order: Object.fromEntries(entries.filter((entry) => !isVariable(entry))),
        environment: Object.fromEntries(environment),
      }
    },
  }
}
