import { changePassword, PASSWORD_MAX, PASSWORD_MIN } from '@spawnpoint/contracts/auth'
import { listSessions } from '@spawnpoint/contracts/account'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import { useUnsavedGuard } from '@spawnpoint/sdk/form'
import { useAction } from '@spawnpoint/sdk/query'
import { Button, Card, FormError, PasswordField, useFields } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { useFormFailure } from './use-form-failure.ts'

const isPassword = (text: string) => [...text].length >= PASSWORD_MIN && [...text].length <= PASSWORD_MAX

const PasswordForm = ({ onDone }: { onDone: () => void }) => {
  const t = useT()
  const { notify } = useHost()
  const change = useAction(changePassword, { refreshes: [listSessions] })
  const onFailure = useFormFailure()
  const form = useFields({
    initial: { current: '', password: '' },
    validate: ({ current, password }) => ({
      ...(current ? {} : { current: t('rules.current') }),
      ...(isPassword(password) ? {} : { password: t('rules.password') }),
    }),
    submit: async (body) => {
      await change.mutateAsync({ body })
      notify.toast({ title: t('security.passwordChanged'), tone: 'success' })
      onDone()
    },
    onFailure,
  })
  useUnsavedGuard(form.isDirty)
  return (
    <form className="sp-form" {...form.props}>
      <FormError message={form.formError} />
      <PasswordField
        label={t('security.currentPassword')}
        autoComplete="current-password"
        required
        {...form.field('current')}
      />
      <PasswordField
        label={t('security.newPassword')}
        hint={t('rules.password')}
        autoComplete="new-password"
        required
        {...form.field('password')}
      />
      <div>
        <Button type="submit" variant="primary" loading={form.submitting}>
          {t('security.changePassword')}
        </Button>
      </div>
    </form>
  )
}

export const PasswordCard = () => {
  const t = useT()
  // A changed password leaves empty fields: a fresh form.
  const [round, setRound] = useState(0)
  return (
    <Card title={t('security.password')} description={t('security.passwordLead')}>
      <PasswordForm key={round} onDone={() => setRound(round + 1)} />
    </Card>
  )
}
