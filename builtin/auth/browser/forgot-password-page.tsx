import { askForReset } from '@spawnpoint/contracts/auth'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, FormError, TextField, TextLink, useFields } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { AuthFrame } from './auth-frame.tsx'
import { useFormFailure } from './form-failure.ts'

const ForgotForm = ({ onSent }: { onSent: () => void }) => {
  const host = useHost()
  const t = useT('auth')
  const onFailure = useFormFailure()
  const form = useFields({
    initial: { email: '' },
    validate: ({ email }) => (email.includes('@') ? {} : { email: t('rules.email') }),
    submit: async (body) => {
      await host.call(askForReset, { body })
      onSent()
    },
    onFailure,
  })
  return (
    <form className="sp-form" method="post" {...form.props}>
      <FormError message={form.formError} />
      <TextField
        label={t('register.email')}
        type="email"
        autoComplete="email"
        required
        {...form.field('email')}
      />
      <Button type="submit" variant="primary" size="lg" block loading={form.submitting}>
        {t('forgot.submit')}
      </Button>
    </form>
  )
}

const ForgotPasswordPage = () => {
  const host = useHost()
  const t = useT('auth')
  const [isSent, setSent] = useState(false)
  return (
    <AuthFrame
      title={t('forgot.title')}
      lead={t('forgot.lead')}
      footer={<TextLink to={host.pathToWellKnown('login')}>{t('backToLogin')}</TextLink>}
    >
      {isSent ? (
        <Alert tone="success">{t('forgot.sent')}</Alert>
      ) : (
        <ForgotForm onSent={() => setSent(true)} />
      )}
    </AuthFrame>
  )
}

export default ForgotPasswordPage
