import { useHost, useT } from '@spawnpoint/sdk/browser'
import { LinkButton } from '@spawnpoint/sdk/ui'

/** The next step for pages where somebody got what a server needs. */
export default function CreateLink() {
  const t = useT()
  const { pathTo } = useHost()
  return (
    <LinkButton size="sm" to={pathTo('server-create')}>
      {t('nav')}
    </LinkButton>
  )
}
