import { giveProof } from '@spawnpoint/contracts/auth'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Button, FormError, PasswordField, useFields } from '@spawnpoint/sdk/ui'
import { useFormFailure } from './form-failure.ts'

/** Asks for the password before something that must not be done by whoever finds the tab open. */
export const ProofStep = ({ onProven }: { onProven: () => Promise<void> }) => {
  const host = useHost()
  const t = useT('auth')
  const onFailure = useFormFailure()
  const form = useFields({
    initial: { password: '' },
    validate: ({ password }) => (password ? {} : { password: t('reasons.required') }),
    submit: async (body) => {
      await host.call(giveProof, { body })
      await onProven()
    },
    onFailure,
  })
  return (
    <form className="sp-form" method="post" {...form.props}>
      <FormError message={form.formError} />
      <PasswordField
        label={t('login.password')}
        hint={t('setup.proofHint')}
        autoComplete="current-password"
        required
        {...form.field('password')}
      />
      <Button type="submit" variant="primary" size="lg" block loading={form.submitting}>
        {t('setup.proofSubmit')}
      </Button>
    </form>
  )
}
