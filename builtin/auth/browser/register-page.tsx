import { register } from '@spawnpoint/contracts/auth'
import {
  gapAfter,
  useHost,
  useLocation,
  useSearchParams,
  useSetting,
  useStore,
  useT,
} from '@spawnpoint/sdk/browser'
import { Alert, TextLink } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { useArrive } from './arrive.ts'
import { AuthFrame } from './auth-frame.tsx'
import { hashValue } from './hash-value.ts'
import { RegisterForm } from './register-form.tsx'
import type { RegisterValues } from './register-rules.ts'

const ToLogin = () => {
  const host = useHost()
  const t = useT('auth')
  return (
    <p>
      {t('register.haveAccount')}
      {gapAfter(t('register.haveAccount'))}
      <TextLink to={host.pathToWellKnown('login')}>{t('register.toLogin')}</TextLink>
    </p>
  )
}

const RegisterPage = () => {
  const host = useHost()
  const t = useT('auth')
  const arrive = useArrive()
  const locale = useStore(host.locale)
  const { hash } = useLocation()
  const [query] = useSearchParams()
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const setupToken = hashValue(hash, 'setup')
  const referral = query.get('ref')
  const isClosed = useSetting('allow_registration') === false && !setupToken

  const submit = async ({ terms: _terms, ...values }: RegisterValues) => {
    const extras = { ...(setupToken ? { setupToken } : {}), ...(referral ? { referral } : {}) }
    const answer = await host.call(register, { body: { ...values, ...extras, locale } })
    if (answer.step === 'check-mail') setMailedTo(values.email)
    // After the first setup, go to the checklist on the admin home.
    else await arrive(setupToken ? { ...answer, next: answer.next ?? host.pathToWellKnown('admin') } : answer)
  }

  if (mailedTo)
    return (
      <AuthFrame title={t('register.checkMail')} footer={<ToLogin />}>
        <Alert tone="success">{t('register.mailed', { email: mailedTo })}</Alert>
      </AuthFrame>
    )
  return (
    <AuthFrame
      title={setupToken ? t('register.adminTitle') : t('register.title')}
      lead={setupToken ? t('register.adminLead') : t('register.lead')}
      footer={<ToLogin />}
    >
      {isClosed ? (
        <Alert tone="warning">{t('errors.AUTH_REGISTRATION_OFF')}</Alert>
      ) : (
        <RegisterForm submit={submit} />
      )}
    </AuthFrame>
  )
}

export default RegisterPage
