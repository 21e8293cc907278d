import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Card, Empty, LinkButton } from '@spawnpoint/sdk/ui'
import { Scene } from '@spawnpoint/sdk/ui/art'

/** Shown on the further pages of a server that is not there yet. */
export const StillBuilding = ({ id }: { id: string }) => {
  const t = useT()
  const host = useHost()
  return (
    <Card>
      <Empty
        title={t('building.title')}
        text={t('building.text')}
        action={<LinkButton to={host.pathTo('server', { id })}>{t('building.action')}</LinkButton>}
      />
    </Card>
  )
}

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
