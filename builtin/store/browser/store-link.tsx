import { useHost, useT } from '@spawnpoint/sdk/browser'
import { LinkButton } from '@spawnpoint/sdk/ui'

/** The way to spend coins, for pages where some were received. */
export default function StoreLink() {
  const t = useT()
  const { pathTo } = useHost()
  return (
    <LinkButton size="sm" to={pathTo('store')}>
      {t('open')}
    </LinkButton>
  )
}
