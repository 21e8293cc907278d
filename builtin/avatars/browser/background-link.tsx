import { useHost, useStore, useT } from '@spawnpoint/sdk/browser'
import { LinkButton } from '@spawnpoint/sdk/ui'
import { Image } from '@spawnpoint/sdk/ui/icons'

/** The way from UI Customization to the card of the account where a background is chosen. */
export default function BackgroundLink() {
  const t = useT()
  const routes = useStore(useHost().routes)
  const account = routes.find(({ plugin, id }) => plugin === 'account' && id === 'account')
  if (!account) return null
  return (
    <div>
      <LinkButton size="sm" to={account.path} icon={<Image aria-hidden />}>
        {t('background.choose')}
      </LinkButton>
    </div>
  )
}
