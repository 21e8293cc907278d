import { useT } from '@spawnpoint/sdk/browser'
import { TextField } from '@spawnpoint/sdk/ui'
import { MOST_PLUGIN_COINS } from '@spawnpoint/contracts/coins'

/** The budget as it was typed; null where it is none. */
export const readBudget = (typed: string): number | null => {
  const text = typed.trim()
  if (!/^\d{1,10}$/.test(text)) return null
  return Number(text) <= MOST_PLUGIN_COINS ? Number(text) : null
}

/** Coins that a plugin may pay per day. */
export const PluginBudgetField = ({
  error,
  ...input
}: {
  error?: string | undefined
  name: string
  defaultValue?: string
  value?: string
  disabled?: boolean
  onInput?: () => void
  onChange?: (typed: string) => void
}) => {
  const t = useT()
  const { onChange, ...props } = input
  return (
    <TextField
      label={t('staff.budget.label')}
      hint={t('staff.budget.hint')}
      error={error}
      inputMode="numeric"
      autoComplete="off"
      required
      {...props}
      {...(onChange && { onChange: ({ target }) => onChange(target.value) })}
    />
  )
}
