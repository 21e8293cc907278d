import {
  listAllPayments,
  readAnyPayment,
  readPaymentFigures,
  resolvePayment,
} from '@spawnpoint/contracts/payments'
import { useExplain, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Dialog, FormError, TextField, useFields } from '@spawnpoint/sdk/ui'

/** Asks how a payment was dealt with that was paid otherwise than ordered. */
export const ResolveDialog = ({ id, close }: { readonly id: string; readonly close: () => void }) => {
  const t = useT()
  const explain = useExplain()
  const resolve = useAction(resolvePayment, {
    refreshes: [readAnyPayment, listAllPayments, readPaymentFigures],
  })
  const form = useFields({
    initial: { note: '' },
    validate: ({ note }) => (note.trim() === '' ? { note: t('resolve.noteMissing') } : {}),
    submit: async ({ note }) => {
      await resolve.mutateAsync({ params: { id }, body: { note: note.trim() } })
      close()
    },
    onFailure: (error) => ({ message: explain(error) }),
  })
  return (
    <Dialog open title={t('resolve.title')} onClose={close}>
      <form className="sp-form" {...form.props}>
        <p>{t('resolve.text')}</p>
        <FormError message={form.formError} />
        <TextField
          label={t('resolve.note')}
          hint={t('refund.noteHint')}
          maxLength={200}
          {...form.field('note')}
        />
        <div className="sp-form-actions">
          <Button onClick={close}>{t('refund.cancel')}</Button>
          <Button type="submit" variant="primary" loading={form.submitting}>
            {t('resolve.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
