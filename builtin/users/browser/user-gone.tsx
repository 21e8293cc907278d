import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Empty, LinkButton } from '@spawnpoint/sdk/ui'

/** Shown by the edit and delete pages where the account no longer exists. */
export const UserGone = () => {
  const t = useT()
  const host = useHost()
  return (
    <Empty
      title={t('gone.title')}
      text={t('gone.text')}
      action={<LinkButton to={host.pathTo('users-list')}>{t('gone.back')}</LinkButton>}
    />
  )
}
