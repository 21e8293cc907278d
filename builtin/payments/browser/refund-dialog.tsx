import {
  listAllPayments,
  readAnyPayment,
  readPaymentFigures,
  refundPayment,
} from '@spawnpoint/contracts/payments'
import { fromDecimal, toDecimal } from '@spawnpoint/contracts/payments/schemas'
import { useExplain, useFormat, useReauthenticate, useRequestKey, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Dialog, FormError, TextField, useFields } from '@spawnpoint/sdk/ui'
import { useMoney } from './use-money.ts'

type Payment = ReplyOf<typeof readAnyPayment>

interface RefundProps {
  readonly payment: Payment
  readonly refundable: NonNullable<Payment['refundable']>
  readonly close: () => void
}

const useRefundForm = ({ payment, refundable, close }: RefundProps) => {
  const t = useT()
  const explain = useExplain()
  const money = useMoney()
  const withKey = useRequestKey()
  const reauthenticate = useReauthenticate()
  const refund = useAction(refundPayment, {
    refreshes: [readAnyPayment, listAllPayments, readPaymentFigures],
  })
  const { currency, amount: most } = refundable
  return useFields({
    initial: { amount: toDecimal(most, currency), note: '' },
    validate: ({ amount, note }) => {
      const size = fromDecimal(amount, currency)
      return {
        ...((size === null || size < 1 || size > most) && {
          amount: t('refund.bounds', { most: money(refundable) }),
        }),
        ...(note.trim() === '' && { note: t('refund.noteMissing') }),
      }
    },
    submit: async ({ amount, note }) => {
      const body = { amount: fromDecimal(amount, currency) ?? 0, note: note.trim() }
      await withKey((requestKey) =>
        reauthenticate(() =>
          refund.mutateAsync({ params: { id: payment.id }, body: { ...body, requestKey } }),
        ),
      )
      close()
    },
    onFailure: (error) => ({ message: explain(error) }),
  })
}

/** Asks how much goes back and why. The coins are taken in proportion. */
export const RefundDialog = (props: RefundProps) => {
  const { payment, refundable, close } = props
  const t = useT()
  const money = useMoney()
  const { number } = useFormat()
  const form = useRefundForm(props)
  const { currency } = refundable
  return (
    <Dialog open title={t('refund.title')} onClose={close}>
      <form className="sp-form" {...form.props}>
        <p>
          {t('refund.text', {
            name: payment.user.username ?? t('staff.deleted'),
            coins: number(payment.credited),
          })}
        </p>
        <FormError message={form.formError} />
        <TextField
          label={t('refund.amount', { currency })}
          hint={t('refund.bounds', { most: money(refundable) })}
          inputMode="decimal"
          autoComplete="off"
          {...form.field('amount')}
        />
        <TextField
          label={t('refund.note')}
          hint={t('refund.noteHint')}
          maxLength={200}
          {...form.field('note')}
        />
        <div className="sp-form-actions">
          <Button onClick={close}>{t('refund.cancel')}</Button>
          <Button type="submit" variant="danger" loading={form.submitting}>
            {t('refund.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
