import { logIn } from '@spawnpoint/contracts/auth'
import { Slot, useHost, useT } from '@spawnpoint/sdk/browser'
import { Alert } from '@spawnpoint/sdk/ui'
import { useEffect } from 'react'
import { useArrive, wantedPage } from './arrive.ts'
import { LoginForm, type LoginValues } from './login-form.tsx'
import { useEmailConfirmation } from './use-email-confirmation.ts'
import { useResume } from './use-resume.ts'

const Notices = ({ isServerAway }: { isServerAway: boolean }) => {
  const t = useT('auth')
  const confirmation = useEmailConfirmation()
  return (
    <>
      {isServerAway && <Alert tone="warning">{t('login.serverAway')}</Alert>}
      {confirmation?.ok && <Alert tone="success">{t('login.emailConfirmed')}</Alert>}
      {confirmation?.ok === false && <Alert tone="danger">{confirmation.text}</Alert>}
    </>
  )
}

/** Not on a phone, whose keyboard would cover the page, and not where the person is at something already. */
const focusFirstField = (): void => {
  const isIdle = document.activeElement === document.body && window.matchMedia('(pointer: fine)').matches
  if (isIdle) document.querySelector<HTMLElement>('main input')?.focus()
}

const LoginPage = () => {
  const host = useHost()
  const arrive = useArrive()
  useEffect(focusFirstField, [])
  const { isServerAway, hasSso } = useResume()
  const submit = async (values: LoginValues) => {
    const next = wantedPage(host)
    const answer = await host.call(logIn, { body: { ...values, ...(next ? { next } : {}) } })
    // The session answers TW0_FA_BLOCKED now, and the kernel's reaction to it clears the tab and opens the verify page.
    if (answer.step === 'verify') await host.refreshSession('login')
    else await arrive(answer)
  }
  return (
    <LoginForm submit={submit} hasSso={hasSso} notice={<Notices isServerAway={isServerAway} />}>
      <div className="mt-3 grid gap-2 empty:hidden">
        <Slot name="auth.sign-in" />
      </div>
    </LoginForm>
  )
}

export default LoginPage
