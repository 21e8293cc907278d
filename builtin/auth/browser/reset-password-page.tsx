import { resetPassword } from '@spawnpoint/contracts/auth'
import { gapAfter, useHost, useLocation, useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, FormError, PasswordField, TextLink, useFields } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { AuthFrame } from './auth-frame.tsx'
import { useFormFailure } from './form-failure.ts'
import { hashValue } from './hash-value.ts'
import { isPassword } from './register-rules.ts'

const ResetForm = ({ token, onDone }: { token: string; onDone: () => void }) => {
  const host = useHost()
  const t = useT('auth')
  const onFailure = useFormFailure()
  const form = useFields({
    initial: { password: '', repeated: '' },
    validate: ({ password, repeated }) => ({
      ...(isPassword(password) ? {} : { password: t('rules.password') }),
      ...(password === repeated ? {} : { repeated: t('reset.differ') }),
    }),
    submit: async ({ password }) => {
      await host.call(resetPassword, { body: { token, password } })
      onDone()
    },
    onFailure,
  })
  return (
    <form className="sp-form" method="post" {...form.props}>
      <FormError message={form.formError} />
      <PasswordField
        label={t('reset.password')}
        hint={t('rules.password')}
        autoComplete="new-password"
        required
        {...form.field('password')}
      />
      <PasswordField
        label={t('reset.repeated')}
        autoComplete="new-password"
        required
        {...form.field('repeated')}
      />
      <Button type="submit" variant="primary" size="lg" block loading={form.submitting}>
        {t('reset.submit')}
      </Button>
    </form>
  )
}

const ResetPasswordPage = () => {
  const host = useHost()
  const t = useT('auth')
  const token = hashValue(useLocation().hash, 'token')
  const [isDone, setDone] = useState(false)
  return (
    <AuthFrame
      title={t('reset.title')}
      footer={<TextLink to={host.pathToWellKnown('login')}>{t('backToLogin')}</TextLink>}
    >
      {isDone && <Alert tone="success">{t('reset.done')}</Alert>}
      {!isDone && token && <ResetForm token={token} onDone={() => setDone(true)} />}
      {!isDone && !token && (
        <Alert tone="warning">
          {t('reset.noToken')}
          {gapAfter(t('reset.noToken'))}
          <TextLink to={host.pathTo('forgot-password')}>{t('reset.askAgain')}</TextLink>
        </Alert>
      )}
    </AuthFrame>
  )
}

export default ResetPasswordPage
