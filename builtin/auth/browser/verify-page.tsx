import { logOut, resumeSession, verifySecondFactor } from '@spawnpoint/contracts/auth'
import { CallError, gapAfter, useHost, useNavigate, useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, FormError, TextField, TextLink, useFields } from '@spawnpoint/sdk/ui'
import { useEffect, useState } from 'react'
import { useArrive } from './arrive.ts'
import { AuthFrame } from './auth-frame.tsx'
import { useFormFailure } from './form-failure.ts'

const isGone = (error: unknown) => error instanceof CallError && error.code === 'AUTH_PENDING_GONE'

const CodeForm = ({ kind, onGone }: { kind: 'app' | 'recovery'; onGone: () => void }) => {
  const host = useHost()
  const t = useT('auth')
  const arrive = useArrive()
  const onFailure = useFormFailure()
  const form = useFields({
    initial: { code: '' },
    validate: ({ code }) => (code.trim().length >= 6 ? {} : { code: t(`verify.rule.${kind}`) }),
    submit: async ({ code }) => {
      try {
        await arrive(await host.call(verifySecondFactor, { body: { code: code.trim() } }))
      } catch (error) {
        if (!isGone(error)) throw error
        onGone()
      }
    },
    onFailure,
  })
  const keyboard =
    kind === 'app'
      ? ({ inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 6 } as const)
      : { maxLength: 20 }
  return (
    <form className="sp-form" method="post" {...form.props}>
      <FormError message={form.formError} />
      <TextField
        key={kind}
        label={t(`verify.code.${kind}`)}
        className="text-center font-mono text-lg tracking-[0.3em]"
        autoCapitalize="characters"
        spellCheck={false}
        required
        {...keyboard}
        {...form.field('code')}
      />
      <Button type="submit" variant="primary" size="lg" block loading={form.submitting}>
        {t('verify.submit')}
      </Button>
    </form>
  )
}

const VerifyPage = () => {
  const host = useHost()
  const navigate = useNavigate()
  const t = useT('auth')
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [gone, setGone] = useState(false)
  useEffect(() => {
    // Opened without a log-in to finish, such as from a bookmark: no code could be right. Unanswered, the form stays.
    host.call(resumeSession, { body: {} }).then(
      ({ pending }) => setGone(!pending),
      () => undefined,
    )
  }, [host])
  const cancel = async () => {
    // Without an answer the half-session dies by itself within minutes.
    await host.call(logOut, { body: {} }).catch(() => undefined)
    void navigate(host.pathToWellKnown('login'))
  }
  const other = kind === 'app' ? 'recovery' : 'app'
  if (gone)
    return (
      <AuthFrame title={t('verify.title')}>
        <Alert tone="warning">
          {t('verify.gone')}
          {gapAfter(t('verify.gone'))}
          <TextLink to={host.pathToWellKnown('login')}>{t('backToLogin')}</TextLink>
        </Alert>
      </AuthFrame>
    )
  return (
    <AuthFrame
      title={t('verify.title')}
      lead={t(`verify.lead.${kind}`)}
      footer={
        <>
          <Button variant="ghost" onClick={() => setKind(other)}>
            {t(`verify.use.${other}`)}
          </Button>
          <Button variant="ghost" onClick={cancel}>
            {t('verify.cancel')}
          </Button>
        </>
      }
    >
      <CodeForm kind={kind} onGone={() => setGone(true)} />
    </AuthFrame>
  )
}

export default VerifyPage
