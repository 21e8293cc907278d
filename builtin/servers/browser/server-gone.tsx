import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Card, Empty, LinkButton } from '@spawnpoint/sdk/ui'
import { Scene } from '@spawnpoint/sdk/ui/art'

/** Shown where a server no longer exists. */
export const ServerGone = () => {
  const t = useT()
  const host = useHost()
  return (
    <Card>
      <Empty
        scene={<Scene name="lost" />}
        title={t('gone.title')}
        text={t('gone.text')}
        action={<LinkButton to={host.pathToWellKnown('home')}>{t('back')}</LinkButton>}
      />
    </Card>
  )
}
