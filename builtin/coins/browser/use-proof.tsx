import { giveProof } from '@spawnpoint/contracts/auth'
import { CallError, useCall, useExplain, useT } from '@spawnpoint/sdk/browser'
import { Button, Dialog, FormError, PasswordField, useFields } from '@spawnpoint/sdk/ui'
import { useId, useState, type ReactNode } from 'react'

type Answer = (given: boolean) => void

const isCode = (error: unknown, code: string) => error instanceof CallError && error.code === code

const ProofDialog = ({ answer }: { answer: Answer }) => {
  const t = useT()
  const call = useCall()
  const explain = useExplain()
  const formId = useId()
  const form = useFields({
    initial: { password: '' },
    validate: ({ password }) => (password === '' ? { password: t('proof.missing') } : {}),
    submit: async ({ password }) => {
      await call(giveProof, { body: { password } })
      answer(true)
    },
    onFailure: (error) =>
      isCode(error, 'AUTH_PASSWORD_WRONG')
        ? { fields: { password: t('proof.wrong') } }
        : { message: explain(error) },
  })
  const cancel = () => answer(false)
  return (
    <Dialog
      open
      onClose={cancel}
      size="sm"
      title={t('proof.title')}
      description={t('proof.text')}
      footer={
        <>
          <Button onClick={cancel}>{t('proof.cancel')}</Button>
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
export function useProof(): { readonly proof: ReactNode; prove<R>(work: () => Promise<R>): Promise<R> } {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const ask = () =>
    new Promise<boolean>((resolve) => {
      setAnswer(() => (given: boolean) => {
        setAnswer(null)
        resolve(given)
      })
    })
  return {
    proof: answer && <ProofDialog answer={answer} />,
    async prove(work) {
      try {
        return await work()
      } catch (error) {
        if (!isCode(error, 'PROOF_REQUIRED') || !(await ask())) throw error
        return work()
      }
    },
  }
}
