import { giveProof } from '@spawnpoint/contracts/auth'
import { CallError, useCall, useExplain, useT } from '@spawnpoint/sdk/browser'
import { Button, Dialog, FormError, PasswordField, useFields } from '@spawnpoint/sdk/ui'
import { useId, useState, type ReactNode } from 'react'

interface Waiting {
  readonly proved: () => void
  readonly cancelled: () => void
}

const needsProof = (error: unknown) => error instanceof CallError && error.code === 'PROOF_REQUIRED'

const ProofDialog = ({ proved, cancelled }: Waiting) => {
  const t = useT('roles')
  const call = useCall()
  const explain = useExplain()
  const formId = useId()
  const form = useFields({
    initial: { password: '' },
    validate: ({ password }) => (password === '' ? { password: t('proof.missing') } : {}),
    submit: async ({ password }) => {
      await call(giveProof, { body: { password } })
      proved()
    },
    onFailure: (error) =>
      error instanceof CallError && error.code === 'AUTH_PASSWORD_WRONG'
        ? { fields: { password: t('proof.wrong') } }
        : { message: explain(error) },
  })
  return (
    <Dialog
      open
      onClose={cancelled}
      size="sm"
      title={t('proof.title')}
      description={t('proof.text')}
      footer={
        <>
          <Button onClick={cancelled}>{t('proof.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={form.submitting}>
            {t('proof.confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} className="sp-form" {...form.props}>
        <FormError message={form.formError} />
        <PasswordField
          label={t('proof.password')}
          autoComplete="current-password"
          data-autofocus
          required
          {...form.field('password')}
        />
      </form>
    </Dialog>
  )
}

/** Asks for the password when the server wants a fresh proof, then does the work again. */
export function useProof(): {
  readonly proof: ReactNode
  readonly prove: <T>(work: () => Promise<T>) => Promise<T>
} {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const ask = () =>
    new Promise<boolean>((resolve) => {
      const answer = (given: boolean) => () => {
        setWaiting(null)
        resolve(given)
      }
      setWaiting({ proved: answer(true), cancelled: answer(false) })
    })
  const prove = async <T,>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!needsProof(error) || !(await ask())) throw error
      return work()
    }
  }
  return { proof: waiting && <ProofDialog {...waiting} />, prove }
}
