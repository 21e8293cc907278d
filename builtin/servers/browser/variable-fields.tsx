import { choicesOf, findVariableProblem, isSwitch } from '@spawnpoint/contracts/panel/schemas'
import { eggVariables } from '@spawnpoint/contracts/servers'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useExplain, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Select, Skeleton, Switch, TextField } from '@spawnpoint/sdk/ui'

export type Variable = ReplyOf<typeof eggVariables>['variables'][number]
type Values = Readonly<Record<string, string>>

/** The variables of the chosen game; none while no game is chosen. */
export const useVariables = (eggId: string) =>
  useEndpoint(eggVariables, { params: { id: eggId } }, { enabled: eggId !== '' })

const valueOf = ({ key, defaultValue }: Variable, values: Values) => values[key] ?? defaultValue

/** Variables whose value the egg does not take. */
export const findWrong = (variables: readonly Variable[], values: Values): readonly Variable[] =>
  variables.filter((variable) => findVariableProblem(variable, valueOf(variable, values)))

/** Keeps only values that differ from the defaults, for the order. */
export const changedOf = (variables: readonly Variable[], values: Values): Values =>
  Object.fromEntries(
    variables
      .filter((variable) => valueOf(variable, values) !== variable.defaultValue)
      .map((variable) => [variable.key, valueOf(variable, values)]),
  )

type FieldProps = {
  readonly variable: Variable
  readonly value: string
  readonly isTried: boolean
  readonly onChange: (value: string) => void
}

const words = { on: ['1', '0'], yes: ['true', 'false'] } as const

const VariableField = ({ variable, value, isTried, onChange }: FieldProps) => {
  const t = useT('servers')
  const { name, description, key, rules, defaultValue } = variable
  const problem = isTried ? findVariableProblem(variable, value) : null
  const error = problem ? t(`wizard.variables.problems.${problem.rule}`, { bound: problem.bound }) : undefined
  const common = { label: name, name: `environment.${key}`, hint: description || undefined, error }
  const choices = choicesOf(variable)
  if (choices)
    return (
      <Select
        {...common}
        value={value}
        options={choices.map((each) => ({ value: each, label: each }))}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  if (isSwitch(variable)) {
    const [on, off] = ['true', 'false'].includes(defaultValue) ? words.yes : words.on
    return (
      <Switch
        label={name}
        hint={description || undefined}
        name={`environment.${key}`}
        checked={value === '1' || value === 'true'}
        onChange={({ target }) => onChange(target.checked ? on : off)}
      />
    )
  }
  return (
    <TextField
      {...common}
      value={value}
      required={rules.includes('required')}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

type FieldsProps = {
  readonly eggId: string
  readonly values: Values
  readonly isTried: boolean
  readonly onChange: (key: string, value: string) => void
}

/** Fields for what the game lets its owner set. Without an answer of the panel its defaults are used, and said. */
export const VariableFields = ({ eggId, values, isTried, onChange }: FieldsProps) => {
  const t = useT('servers')
  const explain = useExplain()
  const { data, error, refetch } = useVariables(eggId)
  if (error)
    return (
      <Alert
        tone="warning"
        title={t('wizard.variables.failed')}
        action={<Button onClick={() => void refetch()}>{t('wizard.variables.retry')}</Button>}
      >
        {explain(error)}
      </Alert>
    )
  if (!data) return <Skeleton lines={2} />
  if (data.variables.length === 0) return null
  return (
    <fieldset className="m-0 flex min-w-0 flex-col gap-4 border-0 border-t border-border p-0 pt-4">
      <legend className="sp-hidden">{t('wizard.variables.title')}</legend>
      <h3 aria-hidden className="text-base">
        {t('wizard.variables.title')}
      </h3>
      {data.variables.map((variable) => (
        <VariableField
          key={variable.key}
          variable={variable}
          value={valueOf(variable, values)}
          isTried={isTried}
          onChange={(value) => onChange(variable.key, value)}
        />
      ))}
    </fieldset>
  )
}
