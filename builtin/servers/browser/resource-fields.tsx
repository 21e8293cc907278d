import { resourceKeys, resourceMinimum, type Limits, type ResourceKey } from '@spawnpoint/contracts/servers'
import { useT } from '@spawnpoint/sdk/browser'
import { Meter, TextField } from '@spawnpoint/sdk/ui'
import { useAmountFormat, type AmountProblem, type Amounts } from './amounts.ts'

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
  /** Resources used by the customer's other servers. */
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
      {resourceKeys.map((key) => {
        const then = others[key] + (Number(amounts[key]) || 0)
        return (
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
            <Meter
              label={t('inUse')}
              value={then}
              max={total[key]}
              // To use all of it is allowed, and no reason to warn.
              tone={then > total[key] ? 'danger' : 'accent'}
              format={(value) => format(key, value)}
            />
          </div>
        )
      })}
    </div>
  )
}
