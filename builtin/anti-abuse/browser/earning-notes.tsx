import { listOwnHolds, saveDevice } from '@spawnpoint/contracts/anti-abuse'
import { useCan, useHost, useOpenPath, useSetting, useT } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, LinkButton } from '@spawnpoint/sdk/ui'
import { useEffect, useState } from 'react'
import { findAdBlocker } from './find-ad-blocker.ts'
import { HeldList } from './held-list.tsx'

const deviceKey = 'anti_abuse_device'

/** Tells the server which browser this is, only where accounts are compared. */
function useDevice(): void {
  const { storage } = useHost()
  const isOn = useSetting('firewall_block_alts') === true
  const { mutate, isIdle } = useAction(saveDevice)
  useEffect(() => {
    if (!isOn || !isIdle) return
    const device = storage.get(deviceKey) ?? crypto.randomUUID()
    storage.set(deviceKey, device)
    // Earning goes on without it.
    mutate({ body: { device } })
  }, [isOn, isIdle, mutate, storage])
}

/** A request and no wall: the page works as before. */
const AdBlockNotice = () => {
  const t = useT()
  const mayBlock = useCan('user.permission.adblocker')
  const isOn = useSetting('anti_adblocker_enabled') === true && !mayBlock
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    let isGone = false
    if (isOn)
      void findAdBlocker().then((isFound) => {
        if (!isGone) setShown(isFound)
      })
    return () => {
      isGone = true
    }
  }, [isOn])
  if (!isOn || !isShown) return null
  return (
    <Alert
      title={t('adblock.title')}
      action={
        <Button size="sm" onClick={() => setShown(false)}>
          {t('adblock.dismiss')}
        </Button>
      }
    >
      {t('adblock.text')}
    </Alert>
  )
}

const SHOWN = 5

const Held = ({ source }: { source: string | undefined }) => {
  const t = useT()
  const { data } = useEndpoint(
    listOwnHolds,
    { query: source === undefined ? {} : { source } },
    { refetchEvery: 60_000 },
  )
  const account = useOpenPath()('account')
  if (!data || data.holds.length === 0) return null
  const hasMore = data.holds.length > SHOWN
  return (
    <Card title={t('held.title')} description={t('held.description')}>
      <HeldList holds={data.holds.slice(0, SHOWN)} />
      {hasMore && account !== null && (
        <LinkButton size="sm" to={`${account}#anti-abuse-held-tab`}>
          {t('held.all')}
        </LinkButton>
      )}
    </Card>
  )
}

/** At the end of a page on which coins are earned, so that nothing moves when it comes. */
export default function EarningNotes({ source }: { source?: string }) {
  useDevice()
  return (
    <>
      <AdBlockNotice />
      <Held source={source} />
    </>
  )
}
