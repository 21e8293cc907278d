import { giveProof } from '@spawnpoint/contracts/auth'
import { CallError, useHost, useT } from '@spawnpoint/sdk/browser'
import { Button, Dialog, FormError, PasswordField, useFields } from '@spawnpoint/sdk/ui'
import { useId, useState, type ReactNode } from 'react'
import { useFormFailure } from './use-form-failure.ts'

type Action = () => Promise<void>

const needsProof = (error: unknown) => error instanceof CallError && error.code === 'PROOF_REQUIRED'

const ProofDialog = ({ action, onClose }: { action: Action; onClose: () => void }) => {
  const host = useHost()
  const t = useT()
  const id = useId()
  const onFailure = useFormFailure()
  const form = useFields({
    initial: { password: '' },
    validate: ({ password }) => (password ? {} : { password: t('rules.password') }),
    submit: async (body) => {
      await host.call(giveProof, { body })
      await action()
      onClose()
    },
    onFailure,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('proof.title')}
      description={t('proof.text')}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" loading={form.submitting}>
            {t('proof.submit')}
          </Button>
        </>
      }
    >
      <form id={id} className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        <PasswordField
          label={t('security.currentPassword')}
          autoComplete="current-password"
          required
          data-autofocus
          {...form.field('password')}
        />
      </form>
    </Dialog>
  )
}

/** Runs what needs a fresh proof: asks for the password where the server wants it, then runs it again. */
export const useProof = (): {
  readonly withProof: (action: Action) => Promise<void>
  readonly dialog: ReactNode
} => {
  const [waiting, setWaiting] = useState<{ readonly action: Action } | null>(null)
  return {
    withProof: async (action) => {
      try {
        await action()
      } catch (error) {
        if (!needsProof(error)) throw error
        setWaiting({ action })
      }
    },
    dialog: waiting && <ProofDialog action={waiting.action} onClose={() => setWaiting(null)} />,
  }
}
