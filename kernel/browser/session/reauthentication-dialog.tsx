import { CallError, SHELL, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import type { AnyEndpoint } from '@spawnpoint/sdk/common'
import { Button, Dialog, FormError, PasswordField, useFields, useUiText } from '@spawnpoint/sdk/ui'
import { useEffect, useId } from 'react'
import { REAUTHENTICATE_PATH } from '../../../sdk/common/reauthenticate-path.ts'
import type { Reauthentication } from './reauthentication.ts'

// Callers need no schemas.
const reauthenticate = {
  kind: 'endpoint',
  method: 'POST',
  path: REAUTHENTICATE_PATH,
  access: { user: true },
  fails: {},
} as unknown as AnyEndpoint

/** Back leaves the page that asked; its question does not cover the next one. */
const useLeaving = (leave: () => void) => {
  const { location } = useHost()
  useEffect(() => {
    const { path } = location.getState()
    return location.subscribe((place) => {
      if (place.path !== path) leave()
    })
    // oxlint-disable-next-line react/exhaustive-deps -- the page that asked is that of the first drawing
  }, [])
}

const ReauthenticationDialog = ({ answer }: { answer: (given: boolean) => void }) => {
  const host = useHost()
  const t = useT(SHELL)
  const text = useUiText()
  const formId = useId()
  const form = useFields({
    initial: { password: '' },
    validate: ({ password }) => (password === '' ? { password: t('reauthentication.missing') } : {}),
    submit: async (body) => {
      await host.call(reauthenticate, { body: body as never })
      answer(true)
    },
    onFailure: (error) =>
      error instanceof CallError && 'password' in error.fields
        ? { fields: { password: t('reauthentication.wrong') } }
        : { message: host.explain(SHELL, error) },
  })
  const cancel = () => answer(false)
  useLeaving(cancel)
  return (
    <Dialog
      open
      onClose={cancel}
      size="sm"
      title={t('reauthentication.title')}
      description={t('reauthentication.text')}
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
          label={t('reauthentication.password')}
          autoComplete="current-password"
          data-autofocus
          required
          {...form.field('password')}
        />
      </form>
    </Dialog>
  )
}

/** Draws the dialog while the password is asked for. */
export const ReauthenticationHost = ({ question }: Pick<Reauthentication, 'question'>) => {
  const open = useStore(question)
  return open && <ReauthenticationDialog answer={open.answer} />
}
