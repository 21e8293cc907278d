import { appealHold, listOwnHolds } from '@spawnpoint/contracts/anti-abuse'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Dialog, FormError, TextArea, useFields } from '@spawnpoint/sdk/ui'
import { useAppealTicket } from './use-appeal-ticket.ts'

/** The person's message to staff, once for each held earning. */
export const AppealDialog = ({ id, title, close }: { id: string; title: string; close: () => void }) => {
  const t = useT()
  const explain = useExplain()
  const { notify } = useHost()
  const openTicket = useAppealTicket()
  const appeal = useAction(appealHold, { refreshes: [listOwnHolds] })
  const form = useFields({
    initial: { text: '' },
    validate: ({ text }) => (text.trim().length < 10 ? { text: t('appeal.short') } : {}),
    submit: async ({ text }) => {
      await appeal.mutateAsync({ params: { id }, body: { text: text.trim() } })
      const ticket = await openTicket(title, text.trim())
      const sent = ticket === null ? t('appeal.sent') : t('appeal.sentTicket', { number: ticket })
      notify.toast({ title: sent, tone: 'success' })
      close()
    },
    onFailure: (error) => ({ message: explain(error) }),
  })
  return (
    <Dialog open onClose={close} title={t('appeal.title')} description={title}>
      <form className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        <TextArea
          label={t('appeal.text')}
          hint={t('appeal.hint')}
          rows={5}
          maxLength={1000}
          required
          {...form.field('text')}
        />
        <div className="sp-form-actions">
          <Button type="submit" variant="primary" loading={form.submitting}>
            {t('appeal.submit')}
          </Button>
          <Button onClick={close}>{t('appeal.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
