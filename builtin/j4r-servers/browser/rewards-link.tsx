import { useHost, useT } from '@spawnpoint/sdk/browser'
import { LinkButton } from '@spawnpoint/sdk/ui'
import { UserPlus } from '@spawnpoint/sdk/ui/icons'

/** The way to more coins, for pages that ask for some. */
export default function RewardsLink({ isShort = false }: { isShort?: boolean }) {
  const t = useT()
  const { pathTo } = useHost()
  return (
    <LinkButton
      to={pathTo('earn-j4r')}
      variant={isShort ? 'primary' : 'secondary'}
      icon={<UserPlus aria-hidden />}
    >
      {t('rewards.title')}
    </LinkButton>
  )
}
