import { adjustBalance, readUserAccount, readUserStatement } from '@spawnpoint/contracts/coins'
import {
  CallError,
  useExplain,
  useFormat,
  useHost,
  useRequestKey,
  useT,
  useReauthenticate,
} from '@spawnpoint/sdk/browser'
import { useKeptDraft, useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Card, FormError, TextField, useFields } from '@spawnpoint/sdk/ui'

const wholeNumber = /^[+-]?\d{1,13}$/

/** Gives coins to a customer or takes them back, with a reason that the customer reads. */
export const AdjustForm = ({ user, onDone }: { user: string; onDone: () => void }) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const format = useFormat()
  const withKey = useRequestKey()
  const reauthenticate = useReauthenticate()
  const adjust = useAction(adjustBalance, { refreshes: [readUserAccount, readUserStatement] })
  const draft = useKeptDraft<{ amount: string; note: string }>('coins')
  const form = useFields({
    initial: { amount: '', note: '' },
    validate: ({ amount, note }) => ({
      ...(!wholeNumber.test(amount.trim()) || Number(amount) === 0 ? { amount: t('adjust.badAmount') } : {}),
      ...(note.trim() === '' ? { note: t('adjust.noNote') } : {}),
    }),
    submit: async ({ amount, note }) => {
      const { balance } = await withKey((requestKey) =>
        reauthenticate(() =>
          adjust.mutateAsync({ body: { user, amount: Number(amount), note, requestKey } }),
        ),
      )
      notify.toast({ title: t('adjust.done', { balance: format.number(balance) }), tone: 'success' })
      onDone()
    },
    draft,
    onFailure: (error) =>
      error instanceof CallError && error.code.startsWith('COINS_')
        ? { fields: { amount: explain(error) } }
        : { message: explain(error) },
  })
  useUnsavedGuard(form.isDirty)
  return (
    <Card title={t('adjust.title')} description={t('adjust.description')}>
      <form className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        <TextField
          label={t('adjust.amount')}
          hint={t('adjust.amountHint')}
          autoComplete="off"
          required
          {...form.field('amount')}
        />
        <TextField
          label={t('adjust.note')}
          hint={t('adjust.noteHint')}
          maxLength={200}
          required
          {...form.field('note')}
        />
        <div className="sp-form-actions">
          <Button type="submit" variant="primary" loading={form.submitting}>
            {t('adjust.submit')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
