import { logOut } from '@spawnpoint/contracts/auth'
import { useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { Alert, Button, Spinner } from '@spawnpoint/sdk/ui'
import { useCallback, useEffect, useState } from 'react'
import { AuthFrame } from './auth-frame.tsx'

/** Logs out by POST, then forgets what this tab knows. */
const LogoutPage = () => {
  const host = useHost()
  const t = useT('auth')
  const explain = useExplain()
  const [failure, setFailure] = useState<string | null>(null)
  const leave = useCallback(
    () =>
      host.call(logOut, { body: {} }).then(
        () => {
          host.forgetSession()
          host.navigate(host.pathToLandmark('login'), { replace: true })
        },
        (error: unknown) => setFailure(explain(error)),
      ),
    [host, explain],
  )
  useEffect(() => {
    void leave()
  }, [leave])
  return (
    <AuthFrame title={t('logout.title')}>
      {failure ? (
        <div className="grid gap-3">
          <Alert tone="danger">{failure}</Alert>
          <Button variant="primary" block onClick={leave}>
            {t('logout.again')}
          </Button>
        </div>
      ) : (
        <div className="grid min-h-16 place-items-center">
          <Spinner size="lg" label={t('logout.working')} />
        </div>
      )}
    </AuthFrame>
  )
}

export default LogoutPage
