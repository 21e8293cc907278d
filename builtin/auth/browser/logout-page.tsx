import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, TextLink } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { AuthFrame } from './auth-frame.tsx'
import endSession from './log-out.ts'

/** Opening this page changes nothing, since any link can lead here: only the button logs out. */
const LogoutPage = () => {
  const host = useHost()
  const t = useT('auth')
  const explain = useExplain()
  const [failure, setFailure] = useState<string | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    setFailure(null)
    try {
      await endSession(host)
    } catch (error) {
      setFailure(explain(error))
      setLeaving(false)
    }
  }
  return (
    <AuthFrame
      title={t('logout.title')}
      lead={t('logout.lead')}
      footer={<TextLink to={host.pathToWellKnown('home')}>{t('logout.stay')}</TextLink>}
    >
      <div className="grid gap-3">
        {failure && <Alert tone="danger">{failure}</Alert>}
        <Button variant="primary" size="lg" block loading={isLeaving} onClick={() => void leave()}>
          {t('logout.submit')}
        </Button>
      </div>
    </AuthFrame>
  )
}

export default LogoutPage
