import { useFormat, useHost, useOpenRoutes, useSession, useT } from '@spawnpoint/sdk/browser'
import { LinkButton } from '@spawnpoint/sdk/ui'
import { Coins } from '@spawnpoint/sdk/ui/icons'

const storeRoute = 'store'

/** The balance on every page; it leads to the store, or to the account where there is none. */
const Balance = () => {
  const t = useT()
  const { pathTo } = useHost()
  const { number } = useFormat()
  const credits = useSession(({ user }) => user['credits'])
  const store = useOpenRoutes().find(({ id }) => id === storeRoute)
  if (typeof credits !== 'number') return null
  return (
    <LinkButton
      variant="ghost"
      to={store?.path ?? pathTo('account')}
      icon={<Coins aria-hidden className="text-accent-text" />}
      className="text-text tabular-nums"
    >
      {number(credits)} <span className="sp-hidden">{t('coins')}</span>
    </LinkButton>
  )
}

export default Balance
