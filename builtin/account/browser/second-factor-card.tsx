import { disableSecondFactor, getSecondFactor, makeRecoveryCodes } from '@spawnpoint/contracts/auth'
import { useExplain, useFormat, useHost, useT, useReauthenticate } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Button, Card, LinkButton, Skeleton, Status } from '@spawnpoint/sdk/ui'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { useState } from 'react'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

type State = ReplyOf<typeof getSecondFactor>

const Enabled = ({ state }: { state: State }) => {
  const host = useHost()
  const t = useT()
  const explain = useExplain()
  const reauthenticate = useReauthenticate()
  const disable = useAction(disableSecondFactor, { refreshes: [getSecondFactor] })
  const renew = useAction(makeRecoveryCodes, { refreshes: [getSecondFactor] })
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const run = (action: () => Promise<void>) => () => {
    setFailure(null)
    reauthenticate(action).catch((error: unknown) => setFailure(explain(error)))
  }
  const switchOff = run(async () => {
    await disable.mutateAsync({ body: {} })
    await host.refreshSession('refresh')
  })
  const showNew = run(async () => setCodes((await renew.mutateAsync({ body: {} })).codes))
  return (
    <div className="grid gap-3">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <p>{t('security.codesLeft', { left: state.recoveryCodesLeft })}</p>
      <div className="flex flex-wrap gap-2">
        <Button loading={renew.isPending} onClick={showNew}>
          {t('security.newCodes')}
        </Button>
        {!state.required && (
          <Button variant="danger-quiet" loading={disable.isPending} onClick={switchOff}>
            {t('security.switchOff')}
          </Button>
        )}
      </div>
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </div>
  )
}

export const SecondFactorCard = () => {
  const host = useHost()
  const t = useT()
  const format = useFormat()
  const title = t('security.secondFactor')
  const onText = ({ since }: State) => t('security.onSince', { date: since ? format.date(since) : '' })
  const draw = (data?: State) => (
    <Card
      title={title}
      description={t('security.secondFactorLead')}
      actions={
        data && (
          <Status tone={data.enabled ? 'success' : 'warning'}>
            {data.enabled ? onText(data) : t('security.off')}
          </Status>
        )
      }
    >
      {!data && <Skeleton lines={2} />}
      {data?.enabled && <Enabled state={data} />}
      {data && !data.enabled && (
        <LinkButton variant="primary" to={host.pathTo('two-factor-setup')}>
          {t('security.setUp')}
        </LinkButton>
      )}
    </Card>
  )
  return (
    <Loaded query={useEndpoint(getSecondFactor)} title={title} loading={draw()}>
      {draw}
    </Loaded>
  )
}
