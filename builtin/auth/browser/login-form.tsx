import { gapAfter, useFlag, useHost, useSetting, useT } from '@spawnpoint/sdk/browser'
import { Button, FormError, PasswordField, TextField, TextLink, useFields } from '@spawnpoint/sdk/ui'
import type { ReactNode } from 'react'
import { AuthFrame } from './auth-frame.tsx'
import { useFormFailure } from './form-failure.ts'

export type LoginValues = { login: string; password: string }

const Footer = ({ hasSso }: { hasSso: boolean }) => {
  const host = useHost()
  const t = useT('auth')
  const isOpen = useSetting('allow_registration') !== false
  return (
    <>
      {isOpen && (
        <p>
          {t('login.noAccount')}
          {gapAfter(t('login.noAccount'))}
          <TextLink to={host.pathTo('register')}>{t('login.register')}</TextLink>
        </p>
      )}
      {hasSso && (
        <p>
          <TextLink to={host.pathTo('sso')}>{t('login.sso')}</TextLink>
        </p>
      )}
    </>
  )
}

const PasswordEntry = ({ form }: { form: ReturnType<typeof useFields<LoginValues>> }) => {
  const host = useHost()
  const t = useT('auth')
  const hasMail = useFlag('smtp_enabled')
  return (
    <div className="relative">
      <PasswordField
        label={t('login.password')}
        autoComplete="current-password"
        required
        {...form.field('password')}
      />
      {/* Beside the label it takes no room, so that nothing moves after the first view, which knows no settings. */}
      {hasMail && (
        <p className="absolute inset-e-0 top-0 text-sm">
          <TextLink to={host.pathTo('forgot-password')}>{t('login.forgot')}</TextLink>
        </p>
      )}
    </div>
  )
}

/** The log-in form; also drawn at build, so that it paints before any script runs. */
export const LoginForm = ({
  submit,
  notice,
  hasSso = false,
  inert = false,
  children,
}: {
  submit: (values: LoginValues) => Promise<unknown>
  notice?: ReactNode
  /** True where a plugin knows organizations. */
  hasSso?: boolean
  inert?: boolean
  children?: ReactNode
}) => {
  const host = useHost()
  const t = useT('auth')
  const onFailure = useFormFailure()
  const form = useFields<LoginValues>({
    initial: { login: '', password: '' },
    validate: ({ login, password }) => ({
      ...(login.trim() ? {} : { login: t('rules.login') }),
      ...(password ? {} : { password: t('reasons.required') }),
    }),
    submit,
    onFailure,
  })
  return (
    <AuthFrame
      title={t('login.title')}
      lead={t('login.lead')}
      footer={<Footer hasSso={hasSso} />}
      inert={inert}
    >
      <form className="sp-form" method="post" action={host.pathToWellKnown('login')} {...form.props}>
        {notice}
        <FormError message={form.formError} />
        <TextField
          label={t('login.login')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.field('login')}
        />
        <PasswordEntry form={form} />
        <Button type="submit" variant="primary" size="lg" block loading={form.submitting}>
          {t('login.submit')}
        </Button>
      </form>
      {children}
    </AuthFrame>
  )
}
