import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { Button, Dialog, FormError, PasswordField, useFields, useUiText } from '@spawnpoint/sdk/ui'
import { useId } from 'react'
import type { z } from 'zod'
import { CallError } from './call-error.ts'
import { useT } from './hooks.ts'
import { SHELL, useHost } from './host.ts'

/** The call that takes the password: its body is `{ password }`. @example const endpoint: ProofEndpoint = giveProof */
export type ProofEndpoint = Omit<AnyEndpoint, 'body'> & {
  readonly body?: z.ZodType<unknown, { readonly password: string }>
}

const pluginOf = ({ path }: ProofEndpoint) => path.split('/')[2] ?? SHELL

/** Asks for the password; `answer` hears whether it was given. */
export const ProofDialog = ({ give, answer }: { give: ProofEndpoint; answer: (given: boolean) => void }) => {
  const host = useHost()
  const t = useT(SHELL)
  const text = useUiText()
  const formId = useId()
  const form = useFields({
    initial: { password: '' },
    validate: ({ password }) => (password === '' ? { password: t('proof.missing') } : {}),
    submit: async (body) => {
      await host.call(give, { body })
      answer(true)
    },
    onFailure: (error) =>
      error instanceof CallError && 'password' in error.fields
        ? { fields: { password: t('proof.wrong') } }
        : { message: host.explain(pluginOf(give), error) },
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
          <Button onClick={cancel}>{text('ui.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" loading={form.submitting}>
            {text('ui.confirm')}
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
