import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Card, Empty, LinkButton } from '@spawnpoint/sdk/ui'

/** Shown where a server no longer exists. */
export const ServerGone = () => {
  const t = useT()
  const host = useHost()
  return (
    <Card>
      <Empty
        title={t('gone.title')}
        text={t('gone.text')}
        action={<LinkButton to={host.pathToWellKnown('home')}>{t('back')}</LinkButton>}
      />
    </Card>
  )
}
