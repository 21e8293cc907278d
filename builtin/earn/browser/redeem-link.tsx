import { useHost, useT } from '@spawnpoint/sdk/browser'
import { LinkButton } from '@spawnpoint/sdk/ui'
import { Gift } from '@spawnpoint/sdk/ui/icons'

/** The way to more coins, for pages that ask for some. */
export default function RedeemLink({ isShort = false }: { isShort?: boolean }) {
  const t = useT()
  const { pathTo } = useHost()
  return (
    <LinkButton
      to={pathTo('earn-redeem')}
      variant={isShort ? 'primary' : 'secondary'}
      icon={<Gift aria-hidden />}
    >
      {t('nav.redeem')}
    </LinkButton>
  )
}
