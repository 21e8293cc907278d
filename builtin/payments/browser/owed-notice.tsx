import { readOwed } from '@spawnpoint/contracts/payments'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert } from '@spawnpoint/sdk/ui'

/** Where coins are missing, the reason for it: coins that come in go toward a payment that was returned. */
export default function OwedNotice() {
  const t = useT()
  const { number } = useFormat()
  const { data } = useEndpoint(readOwed)
  if (!data || data.owed === 0) return null
  return (
    <div className="basis-full pb-2">
      <Alert tone="warning" title={t('owed.title', { count: data.owed, coins: number(data.owed) })}>
        {t('owed.text')}
      </Alert>
    </div>
  )
}
