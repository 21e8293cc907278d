import { connection, useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { Button } from '@spawnpoint/sdk/ui'
import { WifiOff } from '@spawnpoint/sdk/ui/icons'
import { useEffect } from 'react'
import { useReconnect } from './use-reconnect.ts'

/** Watches the network. */
const useNetwork = (): void => {
  useEffect(() => {
    if (!navigator.onLine) connection.lose()
    addEventListener('offline', connection.lose)
    return () => removeEventListener('offline', connection.lose)
  }, [])
}

const Banner = () => {
  const t = useT()
  const host = useHost()
  const { state, tryNow } = useReconnect()
  const isOpenPage = useStore(host.location, ({ path }) => path === host.pathToWellKnown('lost-connection'))
  if (isOpenPage) return null
  return (
    <div className="sp-offline">
      <WifiOff aria-hidden />
      {/* The button changes with each attempt, which would say the sentence again. */}
      <output>{t(navigator.onLine ? 'banner.server' : 'banner.offline')}</output>
      <Button size="sm" loading={state === 'trying'} onClick={tryNow}>
        {t('lost.tryNow')}
      </Button>
    </div>
  )
}

/** Says on every page that the server is out of reach, until it answers again. */
const OfflineBanner = () => {
  useNetwork()
  const isLost = useStore(connection, (state) => state.isLost)
  return isLost && <Banner />
}

export default OfflineBanner
