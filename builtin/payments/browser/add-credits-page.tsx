import { readRechargeOffer } from '@spawnpoint/contracts/payments'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert, Page, Skeleton } from '@spawnpoint/sdk/ui'
import { AddCreditsForm } from './add-credits-form.tsx'
import { PaymentHistory } from './payment-history.tsx'
import { NothingReady } from './setup-card.tsx'

export default function AddCreditsPage() {
  const t = useT()
  const { number } = useFormat()
  const query = useEndpoint(readRechargeOffer)
  return (
    <Page title={t('page.title')} description={t('page.description')} width="narrow">
      <Loaded query={query} loading={<Skeleton shape="block" className="h-[30rem]" />}>
        {(offer) => (
          <div className="grid gap-4">
            {offer.owed > 0 && (
              <Alert tone="warning" title={t('owed.title', { count: offer.owed, coins: number(offer.owed) })}>
                {t('owed.text')}
              </Alert>
            )}
            {offer.providers.length === 0 ? (
              <NothingReady setup={offer.setup} />
            ) : (
              <AddCreditsForm offer={offer} onOutdated={() => void query.refetch()} />
            )}
            <PaymentHistory />
          </div>
        )}
      </Loaded>
    </Page>
  )
}
