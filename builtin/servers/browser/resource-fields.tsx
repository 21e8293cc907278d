import { resourceKeys, resourceMinimum, type Limits, type ResourceKey } from '@spawnpoint/contracts/servers'
import { useT } from '@spawnpoint/sdk/browser'
import { AmountField, Meter, TextField, type AmountScale } from '@spawnpoint/sdk/ui'
import { findProblems, useAmountFormat, useAmountScale, type AmountProblem, type Amounts } from './amounts.ts'

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

const Resource = ({
  id,
  typed,
  most,
  error,
  scale,
  onChange,
}: {
  id: ResourceKey
  typed: string
  most: number
  error: string | undefined
  scale: AmountScale | null
  onChange: (typed: string) => void
}) => {
  const t = useT()
  const format = useAmountFormat()
  const value = typed.trim() === '' ? null : Number(typed)
  const isAll = value === most && !error
  if (scale)
    return (
      <AmountField
        label={t(`limits.${id}`)}
        {...(isAll && { hint: t('rules.most', { bound: format(id, most) }) })}
        name={id}
        {...{ value, error, scale }}
        min={resourceMinimum[id]}
        max={most}
        required
        onChange={(next) => onChange(next === null ? '' : String(next))}
      />
    )
  return (
    <TextField
      label={t(`fields.${id}`)}
      name={id}
      type="number"
      inputMode="numeric"
      min={resourceMinimum[id]}
      value={typed}
      error={error}
      required
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The six resources, each with what would then be used of its limit. */
export const ResourceFields = ({
  amounts,
  onChange,
  others,
  total,
  free,
  problems,
}: {
  amounts: Amounts
  onChange: (amounts: Amounts) => void
  others: Limits
  total: Limits
  /** The most that each field takes. */
  free: Limits
  problems: readonly AmountProblem[]
}) => {
  const t = useT()
  const format = useAmountFormat()
  const scaleOf = useAmountScale()
  // More than there is says so at once, everything else when the step is left.
  const tooMuch = findProblems(amounts, free).filter(({ rule }) => rule === 'most')
  const errorOf = (key: ResourceKey) => {
    const problem = [...problems, ...tooMuch].find((one) => one.key === key)
    return problem && t(`rules.${problem.rule}`, { bound: format(key, problem.bound) })
  }
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      {resourceKeys.map((key) => (
        <div key={key} className="flex flex-col gap-2">
          <Resource
            id={key}
            typed={amounts[key]}
            most={free[key]}
            error={errorOf(key)}
            scale={scaleOf(key)}
            onChange={(typed) => onChange({ ...amounts, [key]: typed })}
          />
          <ResourceMeter name={key} value={Number(amounts[key]) || 0} {...{ others, total }} />
        </div>
      ))}
    </div>
  )
}
