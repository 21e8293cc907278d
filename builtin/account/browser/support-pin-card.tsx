import { getSupportPin, renewSupportPin } from '@spawnpoint/contracts/users'
import { useCall, useExplain, useFormat, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Alert, Button, Card, CopyButton } from '@spawnpoint/sdk/ui'
import { useState } from 'react'

type Support = ReplyOf<typeof renewSupportPin>['support']

const useOwnPin = () => {
  const call = useCall()
  const explain = useExplain()
  const [support, setSupport] = useState<Support | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [pending, setPending] = useState<'show' | 'renew' | null>(null)
  const take = async (what: 'show' | 'renew') => {
    setPending(what)
    setFailure(null)
    try {
      const known = what === 'show' ? (await call(getSupportPin)).support : null
      setSupport(known ?? (await call(renewSupportPin)).support)
    } catch (error) {
      setFailure(explain(error))
    } finally {
      setPending(null)
    }
  }
  return { support, failure, pending, take, hide: () => setSupport(null) }
}

/** The own PIN, asked for when it is wanted: a page that is looked at over a shoulder does not give it away. */
export const SupportPinCard = () => {
  const t = useT()
  const format = useFormat()
  const { support, failure, pending, take, hide } = useOwnPin()
  return (
    <Card title={t('supportPin.title')} description={t('supportPin.text')}>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex min-h-9 flex-wrap items-center gap-x-3">
          <output className="font-mono text-lg tracking-widest">{support ? support.pin : '••••••'}</output>
          {support && <CopyButton value={support.pin} />}
          {support && (
            <span className="sp-hint">
              {t('supportPin.until', { moment: format.dateTime(support.expiresAt) })}
            </span>
          )}
        </div>
        <div className="sp-actions">
          {support && (
            <Button loading={pending === 'renew'} onClick={() => void take('renew')}>
              {t('supportPin.renew')}
            </Button>
          )}
          <Button loading={pending === 'show'} onClick={support ? hide : () => void take('show')}>
            {t(support ? 'supportPin.hide' : 'supportPin.show')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
