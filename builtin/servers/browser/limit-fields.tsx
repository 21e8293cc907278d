import { limitKeys, type LimitAmounts, type LimitKey } from '@spawnpoint/contracts/servers'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Meter, TextField } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { useAmountFormat } from './amounts.ts'
import { mostOfLimit, type LimitValues } from './limit-values.ts'

/** The seven limits, each with how much of it would then be in use. */
export const LimitFields = ({
  values,
  used,
  bad,
  below,
  disabled,
  onChange,
  children,
}: {
  values: LimitValues
  used: LimitAmounts
  bad: readonly LimitKey[]
  below: readonly LimitKey[]
  disabled: boolean
  onChange: (values: LimitValues) => void
  /** Fills the last row. */
  children: ReactNode
}) => {
  const t = useT()
  const { number } = useFormat()
  const amount = useAmountFormat()
  const format = (key: LimitKey, value: number) => (key === 'slots' ? number(value) : amount(key, value))
  const errorOf = (key: LimitKey) => {
    if (bad.includes(key)) return t('userLimits.number', { most: number(mostOfLimit) })
    return below.includes(key) ? t('userLimits.below') : undefined
  }
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      {limitKeys.map((key) => (
        <div key={key} className="flex min-w-0 flex-col gap-2">
          <TextField
            label={t(key === 'slots' ? 'limits.slots' : `fields.${key}`)}
            name={key}
            type="number"
            inputMode="numeric"
            min={0}
            value={values[key]}
            error={errorOf(key)}
            disabled={disabled}
            required
            onChange={(event) => onChange({ ...values, [key]: event.target.value })}
          />
          <Meter
            label={t('userLimits.inUse')}
            value={used[key]}
            max={Number(values[key]) || 0}
            format={(value) => format(key, value)}
          />
        </div>
      ))}
      <div className="min-w-0 lg:col-span-2">{children}</div>
    </div>
  )
}
