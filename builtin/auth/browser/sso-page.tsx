import { findSso } from '@spawnpoint/contracts/auth'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Button, FormError, TextField, TextLink, useFields } from '@spawnpoint/sdk/ui'
import { AuthFrame } from './auth-frame.tsx'
import { useFormFailure } from './form-failure.ts'

const SsoPage = () => {
  const host = useHost()
  const t = useT('auth')
  const onFailure = useFormFailure()
  const form = useFields({
    initial: { organisation: '' },
    validate: ({ organisation }) => (organisation.trim() ? {} : { organisation: t('rules.organisation') }),
    submit: async (body) => host.leaveTo((await host.call(findSso, { body })).url),
    onFailure,
  })
  return (
    <AuthFrame
      title={t('sso.title')}
      lead={t('sso.lead')}
      footer={<TextLink to={host.pathToWellKnown('login')}>{t('backToLogin')}</TextLink>}
    >
      <form className="sp-form" method="post" {...form.props}>
        <FormError message={form.formError} />
        <TextField
          label={t('sso.organisation')}
          hint={t('sso.hint')}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.field('organisation')}
        />
        <Button type="submit" variant="primary" size="lg" block loading={form.submitting}>
          {t('sso.submit')}
        </Button>
      </form>
    </AuthFrame>
  )
}

export default SsoPage
