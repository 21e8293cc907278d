import { giveProof } from '@spawnpoint/contracts/auth'
import { useCall, useHost, useT } from '@spawnpoint/sdk/browser'
import { Button, Dialog, FormError, PasswordField, useFields } from '@spawnpoint/sdk/ui'
import { useId } from 'react'

/** Asks for the password once more before something that concerns everybody. */
export const ProofDialog = ({
  open,
  onClose,
  onProven,
}: {
  open: boolean
  onClose: () => void
  onProven: () => void
}) => {
  const t = useT()
  const host = useHost()
  const call = useCall()
  const id = useId()
  const form = useFields({
    initial: { password: '' },
    validate: ({ password }) => (password ? {} : { password: t('proof.missing') }),
    async submit({ password }) {
      await call(giveProof, { body: { password } })
      onProven()
    },
    onFailure: (error) => ({ message: host.explain('auth', error) }),
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={t('proof.title')}
      description={t('proof.text')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" loading={form.submitting}>
            {t('proof.confirm')}
          </Button>
        </>
      }
    >
      <form id={id} className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        <PasswordField label={t('proof.password')} data-autofocus {...form.field('password')} />
      </form>
    </Dialog>
  )
}
