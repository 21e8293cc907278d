import { readRechargeOffer } from '@spawnpoint/contracts/payments'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { LinkButton } from '@spawnpoint/sdk/ui'
import { CreditCard } from '@spawnpoint/sdk/ui/icons'

/** The way to buy coins, where somebody takes payments. It stands out where the balance is too small. */
export default function AddCreditsLink({ isShort = false }: { isShort?: boolean }) {
  const t = useT()
  const { pathTo } = useHost()
  const { data } = useEndpoint(readRechargeOffer)
  if (!data || data.providers.length === 0) return null
  return (
    <LinkButton
      to={pathTo('add-credits')}
      variant={isShort ? 'primary' : 'secondary'}
      icon={<CreditCard aria-hidden />}
    >
      {t('open')}
    </LinkButton>
  )
}
