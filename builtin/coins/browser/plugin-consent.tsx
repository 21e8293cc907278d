import { readPluginBudget, Wallet, writePluginBudget } from '@spawnpoint/contracts/coins'
import type { PluginConsentProps } from '@spawnpoint/contracts/plugin-manager'
import { useCall, useCan, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Skeleton } from '@spawnpoint/sdk/ui'
import { useEffect, useState } from 'react'
import { PluginBudgetField, readBudget } from './plugin-budget-field.tsx'

/** Suggested where no budget was set before. */
const SUGGESTED = 1000

type Props = Pick<PluginConsentProps, 'plugin' | 'onAnswer'>

const Budget = ({ plugin, onAnswer, before }: Props & { before: number }) => {
  const t = useT()
  const call = useCall()
  const [typed, setTyped] = useState(String(before))
  const perDay = readBudget(typed)
  useEffect(() => {
    onAnswer('coins', {
      isValid: perDay !== null,
      save: async () => perDay !== null && call(writePluginBudget, { params: { plugin }, body: { perDay } }),
    })
    return () => onAnswer('coins', null)
  }, [onAnswer, call, plugin, perDay])
  return (
    <PluginBudgetField
      name="perDay"
      value={typed}
      onChange={setTyped}
      error={perDay === null ? t('staff.budget.invalid') : undefined}
    />
  )
}

const Question = (props: Props) => {
  const { data } = useEndpoint(readPluginBudget, { params: { plugin: props.plugin } })
  if (!data) return <Skeleton shape="block" className="h-20" />
  return <Budget {...props} before={data.perDay ?? SUGGESTED} />
}

/** Asks with the consent how many coins the plugin may pay per day. */
export default function PluginConsent({ services, ...props }: PluginConsentProps) {
  const t = useT()
  const maySet = useCan('admin.coins.edit')
  if (!services.includes(Wallet.id)) return null
  return (
    <section className="grid gap-2">
      <h3>{t('staff.budget.title')}</h3>
      {maySet ? <Question key={props.plugin} {...props} /> : <Alert>{t('staff.budget.ask')}</Alert>}
    </section>
  )
}
