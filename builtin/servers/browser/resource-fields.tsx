import { resourceKeys, resourceMinimum, type Limits, type ResourceKey } from '@spawnpoint/contracts/servers'
import { useT } from '@spawnpoint/sdk/browser'
import { Meter, TextField } from '@spawnpoint/sdk/ui'
import { useAmountFormat, type AmountProblem, type Amounts } from './amounts.ts'

/** How much of a limit would be in use with a value of one resource; nothing for other fields. */
export const ResourceMeter = ({
  name,
  value,
  others,
  total,
}: {
  name: string
  value: number
  /** Resources used by the customer's other servers. */
  others: Limits
  total: Limits
}) => {
  const t = useT()
  const format = useAmountFormat()
  const key = resourceKeys.find((each) => each === name)
  if (!key) return null
  const then = others[key] + value
  return (
    <Meter
      label={t('inUse')}
      value={then}
      max={total[key]}
      // To use all of it is allowed, and no reason to warn.
      tone={then > total[key] ? 'danger' : 'accent'}
      format={(amount) => format(key, amount)}
    />
  )
}

/** The six resources, each with what would then be used of its limit. */
export const ResourceFields = ({
  amounts,
  onChange,
  others,
  total,
  problems,
}: {
  amounts: Amounts
  onChange: (amounts: Amounts) => void
  others: Limits
  total: Limits
  problems: readonly AmountProblem[]
}) => {
  const t = useT()
  const format = useAmountFormat()
  const errorOf = (key: ResourceKey) => {
    const problem = problems.find((one) => one.key === key)
    return problem && t(`rules.${problem.rule}`, { bound: format(key, problem.bound) })
  }
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      {resourceKeys.map((key) => (
        <div key={key} className="flex flex-col gap-2">
          <TextField
            label={t(`fields.${key}`)}
            name={key}
            type="number"
            inputMode="numeric"
            min={resourceMinimum[key]}
            value={amounts[key]}
            error={errorOf(key)}
            required
            onChange={(event) => onChange({ ...amounts, [key]: event.target.value })}
          />
          <ResourceMeter name={key} value={Number(amounts[key]) || 0} {...{ others, total }} />
        </div>
      ))}
    </div>
  )
}
