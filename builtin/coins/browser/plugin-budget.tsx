import { readPluginBudget, walletCapability, writePluginBudget } from '@spawnpoint/contracts/coins'
import type { PluginPageProps } from '@spawnpoint/contracts/plugin-manager'
import {
  CallError,
  useCan,
  useExplain,
  useFormat,
  useHost,
  useReauthenticate,
  useT,
} from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useUnsavedGuard } from '@spawnpoint/sdk/form'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, FormError, KeyValue, Skeleton, useFields } from '@spawnpoint/sdk/ui'
import { PluginBudgetField, readBudget } from './plugin-budget-field.tsx'

type Budget = ReplyOf<typeof readPluginBudget>

const BudgetForm = ({ plugin, budget }: { plugin: string; budget: Budget }) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const reauthenticate = useReauthenticate()
  const write = useAction(writePluginBudget, { refreshes: [readPluginBudget] })
  const form = useFields({
    initial: { perDay: String(budget.perDay ?? 0) },
    validate: ({ perDay }) => (readBudget(perDay) === null ? { perDay: t('staff.budget.invalid') } : {}),
    submit: async ({ perDay }) => {
      const body = { perDay: readBudget(perDay) ?? 0 }
      await reauthenticate(() => write.mutateAsync({ params: { plugin }, body }))
      notify.toast({ title: t('staff.budget.saved'), tone: 'success' })
    },
    onFailure: (error) =>
      error instanceof CallError && error.code === 'COINS_BUDGET_CEILING'
        ? { fields: { perDay: explain(error) } }
        : { message: explain(error) },
  })
  useUnsavedGuard(form.isDirty)
  return (
    <form className="sp-form" {...form.props}>
      <FormError message={form.formError} />
      <PluginBudgetField {...form.field('perDay')} />
      <div className="sp-form-actions">
        <Button type="submit" variant="primary" loading={form.submitting}>
          {t('staff.budget.save')}
        </Button>
      </div>
    </form>
  )
}

const Figures = ({ budget }: { budget: Budget }) => {
  const t = useT()
  const { number } = useFormat()
  const { perDay, paidToday } = budget
  return (
    <KeyValue
      items={[
        { label: t('staff.budget.paid'), value: number(paidToday) },
        { label: t('staff.budget.left'), value: number(Math.max(0, (perDay ?? 0) - paidToday)) },
      ]}
    />
  )
}

const BudgetCard = ({ plugin }: { plugin: string }) => {
  const t = useT()
  const maySet = useCan('admin.coins.edit')
  const query = useEndpoint(readPluginBudget, { params: { plugin } })
  return (
    <Card title={t('staff.budget.title')}>
      <Loaded query={query} loading={<Skeleton shape="block" className="h-40" />}>
        {(budget) => (
          <div className="grid gap-4">
            {budget.perDay === null && <Alert tone="warning">{t('staff.budget.unset')}</Alert>}
            <Figures budget={budget} />
            {maySet ? <BudgetForm plugin={plugin} budget={budget} /> : <Alert>{t('staff.budget.ask')}</Alert>}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

/** The daily budget of a plugin that moves coins, on its page. */
export default function PluginBudget({ plugin }: PluginPageProps) {
  return plugin.capabilities.includes(walletCapability) ? <BudgetCard plugin={plugin.id} /> : null
}
