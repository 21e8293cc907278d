import { useHost, useT } from '@spawnpoint/sdk/browser'
import { LinkButton } from '@spawnpoint/sdk/ui'
import { UserPlus } from '@spawnpoint/sdk/ui/icons'

/** The way to this page, for pages that ask for coins. */
export default function ReferralsLink() {
  const t = useT()
  const { pathTo } = useHost()
  return (
    <LinkButton to={pathTo('referrals')} icon={<UserPlus aria-hidden />}>
      {t('open')}
    </LinkButton>
  )
}
