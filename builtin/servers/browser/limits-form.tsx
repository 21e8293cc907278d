import {
  changeUserLimits,
  limitKeys,
  readUserLimits,
  resourceKeys,
  type LimitAmounts,
} from '@spawnpoint/contracts/servers'
import { CallError, useCall, useFormat, useHost, useReauthenticate, useT } from '@spawnpoint/sdk/browser'
import type { CallOf, ReplyOf } from '@spawnpoint/sdk/common'
import {
  checkFields,
  DeclaredForm,
  StaleEditDialog,
  useEditForm,
  type FormField,
  type FormTexts,
  type FormValues,
} from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { Alert, Meter } from '@spawnpoint/sdk/ui'
import { useAmountFormat, useAmountScale } from './amounts.ts'

export type UserLimits = ReplyOf<typeof readUserLimits>
type Body = NonNullable<CallOf<typeof changeUserLimits>['body']>

const mostOfLimit = 1_000_000_000

const fieldsFor = (scaleOf: ReturnType<typeof useAmountScale>): readonly FormField[] => [
  ...limitKeys.map((name): FormField => {
    const scale = scaleOf(name)
    const spec = { kind: 'integer' as const, min: 0, max: mostOfLimit }
    return { name, spec, ...(scale && { amount: { ...scale, plain: true } }) }
  }),
  { name: 'reason', spec: { kind: 'text', min: 1, max: 200 }, always: true, cell: 'lg:col-span-2' },
]

const amountsOf = (values: FormValues): LimitAmounts =>
  // The form's own check lets only whole numbers pass.
  Object.fromEntries(limitKeys.map((key) => [key, values[key]])) as LimitAmounts

/** The limits that are lowered below what queued and live servers hold. */
const findBelowUse = (values: LimitAmounts, { total, used }: Pick<UserLimits, 'total' | 'used'>) =>
  limitKeys.filter((key) => values[key] !== null && values[key] < used[key] && values[key] < total[key])

const useLimitTexts = (below: readonly string[]): FormTexts => {
  const t = useT()
  const { number } = useFormat()
  const amount = useAmountFormat()
  const scaleOf = useAmountScale()
  const outOfRange = (name = '') => {
    const key = resourceKeys.find((each) => each === name)
    if (!key || !scaleOf(key)) return t('userLimits.number', { most: number(mostOfLimit) })
    return t('userLimits.amount', { most: amount(key, mostOfLimit) })
  }
  return {
    label: (name) => {
      if (name === 'reason') return t('userLimits.reason')
      return t(name === 'slots' ? 'limits.slots' : `fields.${name}`)
    },
    hint: (name) => {
      if (name === 'reason') return t('userLimits.reasonHint')
      return below.includes(name) ? t('userLimits.below') : undefined
    },
    value: (_name, value) => value,
    problem: (_code, _values, name) => (name === 'reason' ? t('userLimits.noReason') : outOfRange(name)),
  }
}

/** Saves all limits against those that the edit began with; lowering one below what is in use is asked about first. */
const useSave = (user: string, { used }: UserLimits, refresh: () => void) => {
  const t = useT()
  const { notify } = useHost()
  const reauthenticate = useReauthenticate()
  const change = useAction(changeUserLimits, { refreshes: [readUserLimits] })
  return async (values: FormValues, before: LimitAmounts) => {
    const amounts = amountsOf({ ...before, ...values })
    const belowUse = findBelowUse(amounts, { total: before, used }).length > 0
    const question = {
      title: t('userLimits.belowTitle'),
      text: t('userLimits.belowText'),
      tone: 'danger' as const,
      confirmLabel: t('userLimits.save'),
      cancelLabel: t('cancel'),
    }
    if (belowUse && !(await notify.dialog(question))) return undefined
    const body: Body = { ...amounts, before, reason: String(values['reason']), belowUse }
    try {
      const { total } = await reauthenticate(() => change.mutateAsync({ params: { user }, body }))
      notify.toast({ title: t('userLimits.saved'), tone: 'success' })
      return total
    } catch (error) {
      // More is in use than the page shows.
      if (error instanceof CallError && error.code === 'SERVERS_LIMITS_IN_USE') refresh()
      throw error
    }
  }
}

/** One form over all limits of a customer, each with how much of it would then be in use. */
export const LimitsForm = ({
  user,
  limits,
  refresh,
}: {
  user: string
  limits: UserLimits
  refresh: () => void
}) => {
  const t = useT()
  const call = useCall()
  const { number } = useFormat()
  const amount = useAmountFormat()
  const { total, used, self, editable } = limits
  const fields = fieldsFor(useAmountScale())
  const { form, base, staleDialog } = useEditForm({
    fields,
    row: total,
    texts: useLimitTexts([]),
    schema: async () => checkFields(fields),
    onlyChanges: true,
    save: useSave(user, limits, refresh),
    reread: async () => (await call(readUserLimits, { params: { user } })).total,
  })
  const values = form.methods.watch()
  const texts = useLimitTexts(findBelowUse(amountsOf(values), { total: base, used }))
  const meter = (name: string) =>
    limitKeys
      .filter((key) => key === name)
      .map((key) => (
        <Meter
          key={key}
          label={t('userLimits.inUse')}
          value={used[key]}
          max={Number(values[key]) || 0}
          format={(value) => (key === 'slots' ? number(value) : amount(key, value))}
        />
      ))
  return (
    <>
      <DeclaredForm
        {...{ form, fields, texts }}
        title={t('userLimits.title')}
        description={t('userLimits.description')}
        discardLabel={t('userLimits.reset')}
        submitLabel={t('userLimits.save')}
        disabled={!editable}
        grid="grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3"
        below={meter}
      >
        {!editable && <Alert tone="warning">{t(`errors.SERVERS_${self ? 'SELF' : 'EXCEEDS_OWN'}`)}</Alert>}
      </DeclaredForm>
      <StaleEditDialog {...staleDialog} />
    </>
  )
}
