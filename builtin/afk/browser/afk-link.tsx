import { useHost, useT } from '@spawnpoint/sdk/browser'
import { LinkButton } from '@spawnpoint/sdk/ui'
import { Clock } from '@spawnpoint/sdk/ui/icons'

/** The way to this page, for pages that ask for coins. */
export default function AfkLink() {
  const t = useT()
  const { pathTo } = useHost()
  return (
    <LinkButton to={pathTo('afk')} icon={<Clock aria-hidden />}>
      {t('open')}
    </LinkButton>
  )
}
