import { useHost, useNavigate, useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, TextLink } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { AuthFrame } from './auth-frame.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useSetup } from './use-setup.ts'

const Done = ({ codes }: { codes: readonly string[] }) => {
  const host = useHost()
  const navigate = useNavigate()
  const t = useT('auth')
  const goOn = async () => {
    await host.refreshSession('refresh')
    void navigate(host.pathTo('auth-redirect'))
  }
  return (
    <div className="grid gap-4">
      <Alert tone="success">{t('setup.done')}</Alert>
      <RecoveryCodes codes={codes} />
      <Button variant="primary" size="lg" block onClick={goOn}>
        {t('setup.goOn')}
      </Button>
    </div>
  )
}

const SetupPage = () => {
  const host = useHost()
  const t = useT('auth')
  const setup = useSetup()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes)
    return (
      <AuthFrame title={t('setup.codesTitle')} lead={t('setup.codesLead')}>
        <Done codes={codes} />
      </AuthFrame>
    )
  return (
    <AuthFrame
      title={t('setup.title')}
      lead={t(setup.step === 'scan' ? 'setup.lead' : 'setup.passwordLead')}
      footer={
        setup.step === 'scan' ? (
          <TextLink to={host.pathTo('two-factor-disband')}>{t('setup.disband')}</TextLink>
        ) : (
          <TextLink to={`${host.pathTo('account')}#security`}>{t('setup.back')}</TextLink>
        )
      }
    >
      {setup.step === 'loading' && <div className="min-h-40" aria-busy="true" />}
      {setup.step === 'canceled' && (
        <Button variant="primary" size="lg" block onClick={() => void setup.start()}>
          {t('setup.reauthenticate')}
        </Button>
      )}
      {setup.step === 'scan' && <ConfirmStep secret={setup.secret} uri={setup.uri} onConfirmed={setCodes} />}
      {setup.step === 'failed' && (
        <Alert
          tone="warning"
          action={<TextLink to={host.pathTo('account')}>{t('setup.toAccount')}</TextLink>}
        >
          {setup.text}
        </Alert>
      )}
    </AuthFrame>
  )
}

export default SetupPage
